import { drawMeter } from '../../../contract/rules/format/meter.ts';
import type { Slots } from '../../../contract/rules/format/meter.ts';

/** The values for a template's placeholders. */
export interface Filling {
  /** For `data-fill`, `data-href` and `data-label`, by name. */
  texts: Record<string, string>;
  /** For `data-meter`. */
  meter?: Slots;
  /** For `data-rows`: HTML that is already safe. */
  rows?: string;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** JSON that cannot end the script element that it stands in. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
}

/** The content of `<template id="…">` in the page. */
export function readTemplate(page: string, id: string): string {
  const found = new RegExp(`<template id="${id}">([\\s\\S]*?)</template>`).exec(page)?.[1];
  if (found === undefined) throw new Error(`The page has no template ${id}`);
  return found;
}

/**
 * Fills in a template's placeholders and removes their attributes, to save bytes. Everything except
 * `rows` is escaped. Placeholders without a text stay as they are.
 */
export function fillTemplate(template: string, { texts, meter, rows = '' }: Filling): string {
  const text = (name: string) => {
    const found = texts[name];
    return found === undefined ? null : escapeHtml(found);
  };
  return template
    .replace(/\s+data-fill="(\w+)"([^>]*>)[^<]*/g, (whole, name: string, open: string) => {
      const filled = text(name);
      return filled === null ? whole : open + filled;
    })
    .replace(/data-href="(\w+)" href="[^"]*"/g, (whole, name: string) => {
      const filled = text(name);
      return filled === null ? whole : `href="${filled}"`;
    })
    .replace(/data-label="(\w+)"\s+aria-label="[^"]*"/g, (whole, name: string) => {
      const filled = text(name);
      return filled === null ? whole : `aria-label="${filled}"`;
    })
    .replace(/\s+data-meter([^>]*>)/g, (_, open: string) => (meter ? fillMeter(meter, open) : open))
    .replace(/\s+data-rows>/g, () => `>${rows}`);
}

function fillMeter(slots: Slots, open: string): string {
  const { viewBox, pills } = drawMeter(slots);
  const paths = pills.map(({ kind, d }) => `<path class="${kind}" d="${d}"/>`);
  return ` viewBox="${viewBox}"${open}${paths.join('')}`;
}
