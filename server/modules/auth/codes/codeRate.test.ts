import { expect, test } from 'vitest';
import { limitCodeRate, type EarlierCode } from './codeRate.ts';

const minuteMs = 60_000;
const now = new Date('2026-11-25T12:00:00Z');

const codeBefore = (minutes: number, change: Partial<EarlierCode> = {}): EarlierCode => ({
  state: 'superseded',
  failures: 0,
  created_at: new Date(now.getTime() - minutes * minuteMs),
  expires_at: new Date(now.getTime() + (10 - minutes) * minuteMs),
  ...change,
});

test('after too many wrong tries, a rider waits for the end of the code or of the usual wait, whichever is later', () => {
  const exhausted = codeBefore(1, { state: 'exhausted', failures: 5 });
  // The exhausted code expires in nine minutes. After one code the wait is 30 seconds; after seven codes it is 32
  // minutes.
  expect(() => limitCodeRate([exhausted], now)).toThrow(
    expect.objectContaining({ extras: { retryAfter: 9 * 60 } }),
  );
  const six = [5, 10, 15, 20, 30, 40].map((minutes) => codeBefore(minutes));
  expect(() => limitCodeRate([exhausted, ...six], now)).toThrow(
    expect.objectContaining({ extras: { retryAfter: 31 * 60 } }),
  );
});
