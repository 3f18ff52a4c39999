import { readStationLink } from './readStationLink.ts';
import type { TrustedLinks } from './readStationLink.ts';

// What another app shares with this one comes as the address of the scan page, by the names that the
// manifest gives. Most apps put a link into the text, among other words.

/** As much as stands in the field where it can be mended. */
const mostCharacters = 60;

function partsOf(query: URLSearchParams): string[] {
  return ['sharedUrl', 'sharedText', 'sharedTitle'].flatMap((name) => query.get(name) ?? []);
}

/** What was shared, shortened; null where nothing was. */
export function sharedText(query: URLSearchParams): string | null {
  const parts = partsOf(query);
  if (parts.length === 0) return null;
  const said = parts.find((part) => part.trim() !== '') ?? '';
  return (linkIn(said) ?? said.trim()).slice(0, mostCharacters);
}

/** The station that it names, by the rules of a QR code; null where it names none. */
export function readShared(query: URLSearchParams, trusted: TrustedLinks): string | null {
  for (const part of partsOf(query)) {
    const id = readStationLink(part, trusted) ?? readStationLink(linkIn(part) ?? '', trusted);
    if (id !== null) return id;
  }
  return null;
}

/** The first address in a text, without the full stop or bracket that may follow it. */
function linkIn(text: string): string | null {
  return (
    /https?:\/\/[^\s<>"]+/i.exec(text)?.[0].replace(/[.,;:!?)\]}'’”。，；：！？）】」]+$/u, '') ??
    null
  );
}
