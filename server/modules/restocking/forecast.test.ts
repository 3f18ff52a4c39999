import fc from 'fast-check';
import { expect, test } from 'vitest';
import { needOf } from './forecast.ts';

const now = new Date('2026-11-26T12:00:00Z');
const hours = (...chargers: number[]) =>
  chargers.map((count, i) => ({
    at: new Date(now.getTime() + i * 3_600_000),
    chargers: count,
    freeSlots: 8 - count,
  }));

test('a station that usually loses chargers will be empty', () => {
  expect(needOf(now, { chargers: 3, freeSlots: 5 }, hours(6, 5, 3, 2))).toEqual({
    will: 'beEmpty',
    at: new Date('2026-11-26T14:00:00Z'),
    bring: 2,
    take: 0,
  });
});

test('a station that usually gets chargers will be full', () => {
  expect(needOf(now, { chargers: 6, freeSlots: 2 }, hours(2, 3, 5))).toEqual({
    will: 'beFull',
    at: new Date('2026-11-26T14:00:00Z'),
    bring: 0,
    take: 2,
  });
});

test('without averages, only the current counts decide', () => {
  expect(needOf(now, { chargers: 1, freeSlots: 7 }, [])).toBeNull();
  expect(needOf(now, { chargers: 0, freeSlots: 8 }, [])).toEqual({
    will: 'beEmpty',
    at: now,
    bring: 1,
    take: 0,
  });
});

test('nobody brings more chargers than fit, or takes more than there are', () => {
  const count = fc.nat(20);
  fc.assert(
    fc.property(count, count, fc.array(count, { maxLength: 24 }), (chargers, freeSlots, usual) => {
      const need = needOf(now, { chargers, freeSlots }, hours(...usual));
      if (!need) return;
      expect(need.bring === 0 || need.bring < freeSlots).toBe(true);
      expect(need.take === 0 || need.take < chargers).toBe(true);
      expect(need.bring * need.take).toBe(0);
    }),
  );
});
