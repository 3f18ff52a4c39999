import { htmlNames } from '../../../contract/rules/firstScreen/element.ts';
import type { CreateElement } from '../../../contract/rules/firstScreen/element.ts';

/**
 * Creates an element of the page. Text is added as text and never parsed as HTML. The only SVG
 * elements that this function supports are those of the slot meter.
 */
export const createNode: CreateElement<Element> = (tag, attributes, ...children) => {
  const element = /^(?:svg|path)$/.test(tag)
    ? document.createElementNS('http://www.w3.org/2000/svg', tag)
    : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (typeof value === 'string') element.setAttribute(htmlNames[name] ?? name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
};
