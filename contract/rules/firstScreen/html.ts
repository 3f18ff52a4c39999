import { htmlNames } from './element.ts';
import type { Child, CreateElement } from './element.ts';

/** Escaped HTML. It is an object and not a string, because `joinHtml` escapes every string. */
export interface Html {
  readonly html: string;
}

const special = /[&<>"']/;

export function escapeHtml(text: string): string {
  // Most texts have nothing to escape.
  if (!special.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** The elements that end with a slash, because they have no children. */
const shapes = new Set(['path', 'circle', 'rect', 'img']);

/** Creates an element as HTML text. */
export const createHtml: CreateElement<Html> = (tag, attributes, ...children) => {
  let html = `<${tag}`;
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (typeof value === 'string') html += ` ${htmlNames[name] ?? name}="${escapeHtml(value)}"`;
  }
  if (shapes.has(tag)) return { html: `${html}/>` };
  return { html: `${html}>${joinHtml(children)}</${tag}>` };
};

/** Joins the parts. It escapes the parts that are strings. */
export function joinHtml(parts: readonly Child<Html>[]): string {
  let html = '';
  for (const part of parts) {
    if (typeof part === 'string') html += escapeHtml(part);
    else html += part?.html ?? '';
  }
  return html;
}
