import { readStationLink, type TrustedLinks } from './readStationLink.ts';

/** What a code names: a station, or a charger by its serial number. */
export type ScannedThing = { stationId: string } | { charger: string };

const serial = /^[A-Za-z0-9][A-Za-z0-9._-]{2,39}$/;

/**
 * Reads the code of a station or of a charger. The code of a charger is its serial number, or a link of the
 * operator with `charger=`. Returns null for every other text.
 */
export function readCode(text: string, trusted: TrustedLinks): ScannedThing | null {
  const stationId = readStationLink(text, trusted);
  const charger = readCharger(text, trusted);
  // A link with a serial number always names a charger. A text that is not a link may match both formats. Such a text
  // counts as the id of a station.
  if (charger !== null && (stationId === null || charger !== text.trim())) return { charger };
  return stationId === null ? null : { stationId };
}

function readCharger(text: string, { origin, linkHosts }: TrustedLinks): string | null {
  const bare = text.trim();
  if (serial.test(bare)) return bare;
  if (!URL.canParse(bare)) return null;
  const url = new URL(bare);
  const isTrusted =
    url.origin === origin || linkHosts.some((host) => host.toLowerCase() === url.host);
  const named = url.searchParams.get('charger');
  return isTrusted && named !== null && serial.test(named) ? named : null;
}
