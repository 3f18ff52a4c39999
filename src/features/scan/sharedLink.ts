import { readStationLink } from './readStationLink.ts';
import type { TrustedLinks } from './readStationLink.ts';

// Another app can share content with this app. The content arrives in query parameters of the scan page. The manifest
// defines the names of these parameters. Most apps put the link into a longer text.

/** The longest text that the field shows for correction, in characters. */
const mostCharacters = 60;

function partsOf(query: URLSearchParams): string[] {
  return ['sharedUrl', 'sharedText', 'sharedTitle'].flatMap((name) => query.get(name) ?? []);
}

/** The first address in the shared text, or the text itself, shortened. The result is null if nothing was shared. */
export function sharedText(query: URLSearchParams): string | null {
  const parts = partsOf(query);
  if (parts.length === 0) return null;
  const first = parts.find((part) => part.trim() !== '') ?? '';
  return (linkIn(first) ?? first.trim()).slice(0, mostCharacters);
}

/**
 * Returns the station that the shared text names, by the rules for QR codes, or null if it names no station.
 */
export function readShared(query: URLSearchParams, trusted: TrustedLinks): string | null {
  for (const part of partsOf(query)) {
    const id = readStationLink(part, trusted) ?? readStationLink(linkIn(part) ?? '', trusted);
    if (id !== null) return id;
  }
  return null;
}

/** Returns the first address in a text, without the punctuation after the address. */
function linkIn(text: string): string | null {
  return (
    /https?:\/\/[^\s<>"]+/i.exec(text)?.[0].replace(/[.,;:!?)\]}'’”。，；：！？）】」]+$/u, '') ??
    null
  );
}
