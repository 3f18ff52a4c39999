import { expect, it } from 'vitest';
import { station } from '../../../testing/rider.ts';
import { groupPins } from './groupPins.ts';

/** A map on which a degree is a thousand pixels. */
const project = ({ lat, lng }: { lat: number; lng: number }) => ({ x: lng * 1000, y: -lat * 1000 });
const at = (id: string, lat: number, lng: number) => ({
  ...station,
  id,
  lat,
  lng,
  chargers: 2,
  freeSlots: 3,
});

it('draws stations one by one while a finger can tell them apart', () => {
  const pins = groupPins([at('A', 0, 0), at('B', 0, 0.06)], [], project);
  expect(pins.map((pin) => pin.kind)).toEqual(['station', 'station']);
});

it('draws those that would overlap as one, with their sums, where the first of them is', () => {
  const [pin, ...others] = groupPins([at('A', 0, 0), at('B', 0.01, 0.04)], [], project);
  expect(others).toEqual([]);
  expect(pin).toMatchObject({
    kind: 'cluster',
    ids: ['A', 'B'],
    cluster: { lat: 0, lng: 0, stations: 2, chargers: 4, freeSlots: 6 },
  });
});

it('adds what the server counted', () => {
  const cluster = { lat: 0, lng: 0.02, stations: 300, chargers: 900, freeSlots: 100 };
  const [pin] = groupPins([at('A', 0, 0)], [cluster], project);
  expect(pin).toMatchObject({ kind: 'cluster', cluster: { stations: 301, chargers: 902 } });
});
