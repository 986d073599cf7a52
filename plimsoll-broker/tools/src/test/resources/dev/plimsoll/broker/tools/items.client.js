// Made by plimsoll from the OpenAPI document of: Items
// Defines the global api, whose functions call host.*. Do not edit: make it anew.
{
  /** @typedef {{ id?: number, name: string, parent?: Item, sizes?: Array<(number | string)>, 'sold at'?: (string | null), state?: ('new' | 'sold'), tags?: Record<string, string> }} Item */

  const $host = globalThis.host;
  const $segment = (name, value) => {
    const text = String(value);
    if (!/^[A-Za-z0-9._~!$&'()*+,=:@-]+$/.test(text) || /^\.+$/.test(text)) {
      throw new TypeError(`${name} cannot stand in a path: it is empty, only dots, or holds a character that is not allowed there`);
    }
    return text;
  };

  const $client = {
    __proto__: null,

    /**
     * Lists the items.
     * @returns {Promise<Array<Item>>}
     */
    listItems: async () => $host.get(`/v1/items`),

    /**
     * Adds an item.
     * @param {Item} body
     * @returns {Promise<Item>}
     */
    createItem: async (body) => $host.post(`/v1/items`, body),

    /**
     * Returns one item.
     * @param {number} id
     * @returns {Promise<Item>}
     */
    getItem: async (id) => $host.get(`/v1/items/${$segment('id', id)}`),

    /**
     * Removes an item.
     * @param {number} id
     * @returns {Promise<undefined>}
     */
    delete_: async (id) => $host.del(`/v1/items/${$segment('id', id)}`),

    /**
     * Changes an item in part.
     * @param {number} id
     * @param {Item} [body]
     * @returns {Promise<unknown>}
     */
    patchItemsById: async (id, body) => $host.patch(`/v1/items/${$segment('id', id)}`, body),

    /**
     * Sets a tag. Twice is as once.
     * @param {number} id
     * @param {('colour' | 'size')} class_
     * @param {string} body
     * @returns {Promise<string>}
     */
    setTag: async (id, class_, body) => $host.put(`/v1/items/${$segment('id', id)}/tags/${$segment('class_', class_)}`, body),
  };
  Object.defineProperty(globalThis, 'api', { value: Object.freeze($client), enumerable: true });
}
