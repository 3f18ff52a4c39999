import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parameterLimits } from '../../../contract/cabinet/parameters.ts';
import { silenceMs } from './silence.ts';
import {
  batchAfter,
  certainOffset,
  isSteady,
  measure,
  steadyUntilLive,
  type MeasuredClock,
} from './timing.ts';

const unknown: MeasuredClock = {
  clock_offset_ms: null,
  clock_offset_recent_ms: null,
  clock_window_at: null,
};
const start = new Date('2026-11-02T12:00:00Z').getTime();
const at = (ms: number) => new Date(start + ms);

test('a measured offset is never below the true offset, and converges to the fastest live message', () => {
  const offsets = fc.integer({ min: -100_000, max: 100_000 });
  const delays = fc.array(fc.record({ delay: fc.nat(60_000), isLive: fc.boolean() }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(offsets, delays, (offset, messages) => {
      let clock = unknown;
      messages.forEach(({ delay, isLive }, index) => {
        clock = measure(clock, offset + delay, { isLive, now: at(index * 1000) });
        expect(clock.clock_offset_ms).toBeGreaterThanOrEqual(offset);
      });
      const fastest = Math.min(...messages.map(({ delay }) => delay));
      expect(clock.clock_offset_ms).toBe(offset + fastest);
    }),
  );
});

test('an offset is certain after a live heartbeat, or if the cabinet’s clock agrees with the server’s clock', () => {
  const late = measure(unknown, 14_000, { isLive: false, now: at(0) });
  expect(late).toEqual({ ...unknown, clock_offset_ms: 14_000 });
  const later = measure(late, 5000, { isLive: false, now: at(1000) });
  expect(later).toEqual({ ...unknown, clock_offset_ms: 5000 });
  const prompt = measure(later, 40, { isLive: false, now: at(2000) });
  expect(prompt).toMatchObject({ clock_offset_ms: 40, clock_offset_recent_ms: 40 });
  const live = measure(later, 4000, { isLive: true, now: at(2000) });
  expect(live).toMatchObject({ clock_offset_ms: 4000, clock_offset_recent_ms: 4000 });
});

test('a certain offset has limits that allow for the delay of messages, and an uncertain offset has no limits', () => {
  const offsets = (known: number, confirmed: number | null) => {
    const clock = { clock_offset_ms: known, clock_offset_recent_ms: confirmed };
    return [certainOffset(clock, 'earliest'), certainOffset(clock, 'latest')];
  };
  expect(offsets(14_000, null)).toEqual([null, null]);
  expect(offsets(14_000, 14_000)).toEqual([12_000, 14_000]);
  expect(offsets(-14_000, -14_000)).toEqual([-16_000, -14_000]);
  expect(offsets(700, 700)).toEqual([0, 700]);
  expect(offsets(-700, -700)).toEqual([-700, -700]);
});

test('the offset of a clock that was set back is measured again within two windows, by live heartbeats only', () => {
  let clock = measure(unknown, 40, { isLive: true, now: at(0) });
  for (let ms = 0; ms < 20 * 60_000; ms += 30_000) {
    clock = measure(clock, 50_040, { isLive: false, now: at(ms) });
  }
  expect(clock.clock_offset_ms).toBe(40);
  for (let ms = 20 * 60_000; ms <= 31 * 60_000; ms += 30_000) {
    clock = measure(clock, 50_040, { isLive: true, now: at(ms) });
  }
  expect(clock.clock_offset_ms).toBe(50_040);
});

test('messages in quick succession have the same last contact: the contact before the first of these messages', () => {
  const before = { last_seen_at: at(0), batch_after: null };
  expect(batchAfter(before, at(43_000))).toEqual(at(0));
  const within = { last_seen_at: at(43_000), batch_after: at(0) };
  expect(batchAfter(within, at(43_500))).toEqual(at(0));
  expect(batchAfter(within, at(73_000))).toEqual(at(43_000));
});

test('stored heartbeats do not count as live', () => {
  expect(isSteady(null, 40)).toBe(false);
  expect(isSteady(60_000, 30_000)).toBe(false);
  expect(isSteady(3_600_040, 3_600_090)).toBe(true);
});

test('a clock that seems to be set back needs more steady heartbeats than a clock that stays the same', () => {
  const certain = { clock_offset_ms: 40, clock_offset_recent_ms: 40 };
  expect(steadyUntilLive(certain, 500)).toBe(1);
  expect(steadyUntilLive(certain, -60_000)).toBe(1);
  expect(steadyUntilLive(certain, 12_000)).toBe(4);
  const uncertain = { clock_offset_ms: 12_000, clock_offset_recent_ms: null };
  expect(steadyUntilLive(uncertain, 12_000)).toBe(2);
  expect(steadyUntilLive(uncertain, 41_000)).toBe(4);
  expect(steadyUntilLive(unknown, 40)).toBe(1);
});

test('with the longest time between heartbeats, a cabinet stays online if one heartbeat is lost', () => {
  expect(2 * parameterLimits.heartbeatSeconds.most * 1000).toBeLessThan(silenceMs);
});
