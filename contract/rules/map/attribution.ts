import type { Attributes, CreateElement } from '../firstScreen/element.ts';

export interface AttributionPart {
  text: string;
  /** The address of a link; null for plain text. */
  href: string | null;
}

const link = /<a\s[^>]*?href=(["'])(https?:\/\/.*?)\1[^>]*>(.*?)<\/a>/gi;
const tag = /<[^>]*>/g;
const entities: Readonly<Record<string, string>> = {
  '&copy;': '©',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&amp;': '&',
};

/**
 * Reads the attribution that the operator has configured. Providers of map data publish their attribution as
 * HTML with links. The result contains only the links and the text.
 */
export function readAttribution(html: string): AttributionPart[] {
  const parts: AttributionPart[] = [];
  const add = (text: string, href: string | null) => {
    const plain = decoded(text.replaceAll(tag, ''));
    if (plain !== '') parts.push({ text: plain, href: href === null ? null : decoded(href) });
  };
  let end = 0;
  for (const { 0: whole, 2: href = '', 3: text = '', index } of html.matchAll(link)) {
    add(html.slice(end, index), null);
    add(text, href);
    end = index + whole.length;
  }
  add(html.slice(end), null);
  return parts;
}

function decoded(text: string): string {
  return text.replaceAll(/&(?:copy|lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity);
}

const library: AttributionPart = { text: 'Leaflet', href: 'https://leafletjs.com' };

/**
 * Returns the parts of the attribution on the map: the library that draws the map, and the sources
 * of the map's data.
 *
 * @param sources the HTML of each source. Equal sources count once, and empty sources do not count.
 */
export function attributionParts(sources: readonly string[]): AttributionPart[] {
  const parts = [library];
  for (const source of new Set(sources)) {
    if (source === '') continue;
    parts.push({ text: parts.length === 1 ? ' | ' : ', ', href: null }, ...readAttribution(source));
  }
  return parts;
}

/** The box with the attribution, which is the same in the first frame and in the app. */
export function attributionBox<Part>(
  h: CreateElement<Part>,
  parts: readonly AttributionPart[],
  attributes?: Attributes,
): Part {
  return h(
    'div',
    { ...attributes, className: 'map-attribution' },
    ...parts.map(({ text, href }) => (href === null ? text : h('a', { href }, text))),
  );
}
