import { expect, test } from 'vitest';
import { readCookie, tokenForm } from './cookies.ts';

test.each([
  ['device=a', 'a'],
  ['other=b; device=a', 'a'],
  ['other=b;device=a ;third=c', 'a'],
  ['device=a; device=b', 'a'],
  ['device=1; device=b', 'b'],
  ['device=a=b', null],
  ['mydevice=b', null],
  ['device', null],
  ['', null],
])('in the cookies %j the device is %j', (cookie, value) => {
  expect(readCookie({ cookie }, 'device', /^[a-z]$/)).toBe(value);
});

test('without cookies there is no value', () => {
  expect(readCookie({}, 'device', /^[a-z]$/)).toBeNull();
});

test('a token consists of 43 characters: letters, digits, underscores or hyphens', () => {
  const token = `${'aZ0_-'.repeat(8)}abc`;
  expect(token).toMatch(tokenForm);
  for (const wrong of [token.slice(1), `${token}a`, `${token.slice(1)}"`, '']) {
    expect(wrong).not.toMatch(tokenForm);
  }
});
