/**
 * Creates an element with attributes and children. Strings become text, never HTML.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | boolean | ((event: Event) => void)>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else setAttribute(element, name, value);
  }
  element.append(...children);
  return element;
}

/**
 * Changes the attribute only if it differs, so that the browser does not repaint or announce it again.
 *
 * @param {Element} element
 * @param {string} name
 * @param {string | boolean | null} value
 */
export function setAttribute(element, name, value) {
  if (value === false || value === null) element.removeAttribute(name);
  else {
    const text = value === true ? '' : value;
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/**
 * @param {Node} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * The element of the page with that id.
 *
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no ${id}`);
  return element;
}

/**
 * Makes the list show `items`. An item whose key is already in the list keeps its element.
 *
 * @template Item
 * @param {HTMLElement} list
 * @param {readonly Item[]} items
 * @param {(item: Item) => string} keyOf
 * @param {(item: Item) => HTMLElement} make
 */
export function syncList(list, items, keyOf, make) {
  const existing = new Map();
  for (const child of list.children) {
    if (child instanceof HTMLElement) existing.set(child.dataset['key'], child);
  }
  const wanted = items.map((item) => {
    const key = keyOf(item);
    const element = existing.get(key) ?? make(item);
    element.dataset['key'] = key;
    return element;
  });
  const same =
    wanted.length === list.children.length &&
    wanted.every((element, index) => list.children[index] === element);
  if (!same) list.replaceChildren(...wanted);
}
