import { expect, test } from 'vitest';
import { RecentEncodings } from './recentEncodings.ts';

test('an answer that is sent again soon is compressed only once', () => {
  const recent = new RecentEncodings();
  const first = recent.of('answer');
  expect(recent.of('answer')).toBe(first);
  expect(recent.of('another')).not.toBe(first);
});

test('only a limited number of answers is stored, and an answer that is sent often stays', () => {
  const recent = new RecentEncodings();
  const often = recent.of('often');
  const once = recent.of('once');
  for (let i = 0; i < 99; i++) {
    recent.of(`other ${i}`);
    expect(recent.of('often')).toBe(often);
  }
  expect(recent.of('once')).not.toBe(once);
  const long = 'x'.repeat(1_000_000);
  expect(recent.of(long)).not.toBe(recent.of(long));
});
