// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';

const day = 24 * 3600_000;
const now = Date.parse('2026-11-22T09:00:00.000Z');

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
  vi.useFakeTimers({ now, toFake: ['Date'] });
  return () => vi.useRealTimers();
});

const load = () => import('./serverClock.ts');
const http = (at: number) => new Date(at).toUTCString();

test.each([-day, day, -46 * 365 * day])(
  'any answer corrects a device clock that is wrong by %i ms, and the correction survives a reload',
  async (shift) => {
    const { noteAnswerDate, serverTime } = await load();
    noteAnswerDate(http(now - shift));
    expect(serverTime(Date.now())).toBe(now - shift);
    vi.resetModules();
    const again = await load();
    expect(again.serverTime(Date.now())).toBe(now - shift);
  },
);

test('a slow answer changes neither a correct clock nor a clock that was measured exactly', async () => {
  const { noteAnswerDate, noteServerTime, serverTime } = await load();
  noteAnswerDate(http(now - 25_000));
  expect(serverTime(now)).toBe(now);
  noteServerTime(new Date(now - day).toISOString());
  noteAnswerDate(http(now - day - 25_000));
  expect(serverTime(now)).toBe(now - day);
});

test('an answer without a valid date changes nothing', async () => {
  const { noteAnswerDate, serverTime } = await load();
  noteAnswerDate(null);
  noteAnswerDate('yesterday');
  expect(serverTime(now)).toBe(now);
});
