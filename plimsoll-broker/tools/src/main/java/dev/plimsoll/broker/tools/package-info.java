/** From an OpenAPI document to a grant, a client for the guest and a tool description for a model. */
@NullMarked
package dev.plimsoll.broker.tools;

import org.jspecify.annotations.NullMarked;
