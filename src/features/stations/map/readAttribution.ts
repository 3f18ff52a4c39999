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
