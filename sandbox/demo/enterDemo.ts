import type { EnterStations } from '../../server/outside/operator.ts';
import { demoSlots, demoStations, demoTimeZone } from './demo.ts';
import { demoPhotoBlur, demoPhotoPath } from './stationPhoto.ts';
import { demoTariff } from './tariff.ts';

/**
 * Adds the demo's tariff and stations. A station that already exists gets only its secret and, if it has no photo, a
 * photo.
 */
export function enterDemo(
  enter: EnterStations,
  secretOf: (stationId: string) => string,
): Promise<void> {
  const stations = demoStations.map(({ id, name, address, lat, lng, hours, floor, hint }) => ({
    id,
    name,
    address,
    lat,
    lng,
    hours,
    floor,
    hint,
    timeZone: demoTimeZone,
    photo: demoPhotoPath(id),
    photoBlur: demoPhotoBlur(id),
    slots: demoSlots,
    secret: secretOf(id),
  }));
  return enter(demoTariff, stations);
}
