// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { notPages } from './shell.ts';

/** `address` is the path with the query, which the route for navigations compares. */
const isOther = (address: string) => notPages.some((other) => other.test(address));

test.each([
  '/ops',
  '/ops?failure=refused&subject=00u1',
  '/ops/sign-out',
  '/sandbox?station=1',
  '/api/ops/sign-in/callback?code=1',
])('the service worker leaves %s to the server', (address) => {
  expect(isOther(address)).toBe(true);
});

test.each(['/', '/home', '/opsx', '/menu?from=/ops'])('the app opens %s', (address) => {
  expect(isOther(address)).toBe(false);
});
