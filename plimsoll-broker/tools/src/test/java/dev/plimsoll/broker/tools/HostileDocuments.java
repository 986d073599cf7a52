package dev.plimsoll.broker.tools;

/** Documents whose names and texts try to become code. */
final class HostileDocuments {
    /** Each string tries to end what it stands in and to define the global {@code pwned}. */
    static final String NAMES = """
            openapi: 3.0.3
            info: { title: "T\\nglobalThis.pwned = 1;\\u2028globalThis.pwned = 2; //", version: '1' }
            paths:
              /a/{x}:
                get:
                  operationId: "a: async () => 0 }; globalThis.pwned = 3; ({ b"
                  summary: "*/ globalThis.pwned = 4; /*"
                  responses: { '200': { description: x, content: { application/json: { schema: { $ref: '#/components/schemas/Bad' } } } } }
              "/b/{x; globalThis.pwned = 5; '}":
                get:
                  operationId: __proto__
                  summary: "*\\u200b/ globalThis.pwned = 6; **/ //*/ @param {x} y"
                  responses: { '200': { description: x } }
              "/c/{`); globalThis.pwned = 7; (`}":
                get:
                  operationId: then
                  description: "\\u2028globalThis.pwned = 8;\\r\\nglobalThis.pwned = 9; \\u202e"
                  responses: { '200': { description: x } }
              /d/{class}:
                get:
                  operationId: constructor
                  responses: { '200': { description: x } }
              /e/{$segment}/{$host}:
                get:
                  operationId: "\\u0000"
                  responses: { '200': { description: x } }
              /f/{body}:
                get:
                  operationId: "123"
                  responses: { '200': { description: x } }
              "/g/`${globalThis.pwned=10}`":
                get: { operationId: g, responses: { '200': { description: x } } }
              "/h/'+globalThis.pwned":
                get: { operationId: h, responses: { '200': { description: x } } }
            components:
              schemas:
                Bad:
                  type: object
                  properties:
                    "*/ globalThis.pwned = 11; /*": { type: string }
                    "'\\n\\u2029}": { type: string, enum: ["*/ globalThis.pwned = 12; /*"] }
            """;

    private HostileDocuments() {}
}
