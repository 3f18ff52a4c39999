import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawMeter } from './meter.ts';

const countOf = (d: string) => d.match(/z/g)?.length;

test('each counted slot is one pill, and the pills of the chargers come first', () => {
  const { viewBox, pills } = drawMeter({ chargers: 5, freeSlots: 2 });
  expect(viewBox).toBe('0 0 67 18');
  expect(pills.map(({ kind, d }) => [kind, countOf(d), d.slice(0, d.indexOf(' '))])).toEqual([
    ['charger', 5, 'M0.75'],
    ['free', 2, 'M50.75'],
  ]);
});

test('a cabinet without counted slots has no pills', () => {
  // SVG does not allow a negative width.
  const none = { viewBox: '0 0 7 18', pills: [] };
  expect(drawMeter({ chargers: 0, freeSlots: 0 })).toEqual(none);
});

test('the meter draws at most 16 pills', () => {
  const count = fc.nat({ max: 200 });
  const slots = fc.record({ chargers: count, freeSlots: count });
  fc.assert(
    fc.property(slots, (each) => {
      const { pills } = drawMeter(each);
      const drawn = pills.reduce((sum, { d }) => sum + (countOf(d) ?? 0), 0);
      expect(drawn).toBe(Math.min(each.chargers + each.freeSlots, 16));
      expect(new Set(pills.map(({ kind }) => kind)).size).toBe(pills.length);
    }),
  );
});
