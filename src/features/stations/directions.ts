import type { StationSummary } from '../../../contract/stations.ts';

/** The way on foot, in whatever app of maps the device has. */
export function directionsLink(
  { lat, lng, name }: Pick<StationSummary, 'lat' | 'lng' | 'name'>,
  userAgent = navigator.userAgent,
): string {
  const place = `${lat},${lng}`;
  if (/Android/i.test(userAgent)) return `geo:${place}?q=${place}(${encodeURIComponent(name)})`;
  if (/iPhone|iPad|Macintosh/i.test(userAgent)) {
    return `https://maps.apple.com/?daddr=${place}&dirflg=w`;
  }
  return `https://www.google.com/maps/dir/?api=1&travelmode=walking&destination=${encodeURIComponent(place)}`;
}
