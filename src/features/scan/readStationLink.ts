import { parseStationId } from '../../../contract/rules/places/stationId.ts';

/** The trusted hosts of QR codes: the host of this app, and the hosts that the operator lists. */
export interface TrustedLinks {
  /** The origin of this app, as in `location.origin`. */
  origin: string;
  /** Host names. A name contains the port if it is not the default port. */
  linkHosts: readonly string[];
}

/**
 * Returns the station that a QR code or a `?link=` names. The id is in `equip_id`, is the last segment of the
 * path, or is the whole text. Returns null for every other text. This function only parses an address and
 * never opens it.
 */
export function readStationLink(text: string, trusted: TrustedLinks): string | null {
  const bare = parseStationId(text);
  if (bare !== null) return bare;
  const url = parseUrl(text);
  if (url === null || !isTrusted(url, trusted)) return null;
  const named = url.searchParams.get('equip_id');
  if (named !== null) return parseStationId(named);
  return parseStationId(lastSegment(url.pathname));
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text.trim());
  } catch {
    // Most texts in QR codes are not addresses.
    return null;
  }
}

function isTrusted(url: URL, { origin, linkHosts }: TrustedLinks): boolean {
  if (url.origin === origin) return true;
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && linkHosts.some((host) => host.toLowerCase() === url.host);
}

function lastSegment(pathname: string): string {
  const segment = pathname.split('/').findLast((part) => part !== '') ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    // `decodeURIComponent` cannot decode the segment, such as "100%". Use the segment as it is.
    return segment;
  }
}
