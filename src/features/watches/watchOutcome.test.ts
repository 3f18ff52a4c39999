import { expect, it } from 'vitest';
import { watchOutcome } from './watchOutcome.ts';

const minute = 60_000;
const end = Date.parse('2026-11-21T16:00:00Z');
const expiresAt = new Date(end).toISOString();
const open = { expiresAt, availableAt: null };
const came = { expiresAt, availableAt: new Date(end - 10 * minute).toISOString() };

it.each([
  ['waits', open, end - minute, end - minute, 'waiting'],
  [
    'waits until the server has answered after its end',
    open,
    end + 30 * minute,
    end - 1,
    'waiting',
  ],
  ['has expired when the server answers at its end', open, end + minute, end, 'expired'],
  ['is past more than an hour after its end', open, end + 61 * minute, end + 61 * minute, 'past'],
  ['is available', came, end - 9 * minute, end - 9 * minute, 'available'],
  ['was available some time ago', came, end, end, 'cameAt'],
  ['was available too long ago', came, end + 51 * minute, end, 'past'],
])('a watch %s', (_, watch, now, askedAt, status) => {
  expect(watchOutcome(watch, now, askedAt).status).toBe(status);
});
