import { parseStationId } from '../../../contract/rules/places/stationId.ts';

/** The trusted hosts of QR codes: this app's address, and the hosts that the operator lists. */
export interface TrustedLinks {
  /** As `location.origin`. */
  origin: string;
  /** Host names, with a port if it is not the default one. */
  linkHosts: readonly string[];
}

/**
 * The station that a QR code or a `?link=` names: its `equip_id`, else the last segment of its
 * path, or the text itself if it is an id. Null for everything else. An address is only parsed,
 * never opened.
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
    // Most QR codes contain no address.
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
    // A percent sign that is no escape: keep the segment as it is.
    return segment;
  }
}
