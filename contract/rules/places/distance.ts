/** The mean radius of the Earth in metres, as the International Union of Geodesy and Geophysics defines it. */
const earthRadius = 6_371_008.8;
/** A slow walking speed in a city, in metres per minute: 4.8 km/h. */
const metresPerMinute = 80;

interface Point {
  lat: number;
  lng: number;
}

export const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Returns the great-circle distance in metres, by the haversine formula. */
export function distanceMetres(from: Point, to: Point): number {
  const dLat = radians(to.lat - from.lat);
  const dLng = radians(to.lng - from.lng);
  const h =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(dLng / 2) ** 2;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Returns the walking time in whole minutes. The minimum is one minute. */
export function walkingMinutes(metres: number): number {
  return Math.max(1, Math.round(metres / metresPerMinute));
}
