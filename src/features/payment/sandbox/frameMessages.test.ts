import { expect, test } from 'vitest';
import { frameAddress, readFrameMessage } from './frameMessages.ts';

test('the app reads the messages of the form', () => {
  expect(readFrameMessage({ type: 'ready' })).toEqual({ type: 'ready' });
  expect(readFrameMessage({ type: 'height', px: 240, other: 1 })).toEqual({
    type: 'height',
    px: 240,
  });
  const token = { type: 'token', token: 'tok_12345678', brand: 'visa', last4: '4242' };
  expect(readFrameMessage(token)).toEqual(token);
});

test('the app limits the height that a frame requests', () => {
  expect(readFrameMessage({ type: 'height', px: 90_000 })).toEqual({ type: 'height', px: 1200 });
});

test.each([
  null,
  'submit',
  {},
  { type: 'height', px: '240' },
  { type: 'height', px: -1 },
  { type: 'token', token: 1, brand: 'visa', last4: '4242' },
  { type: 'failed', code: 'other' },
  { type: 'submit' },
])('the app ignores %j', (data) => {
  expect(readFrameMessage(data)).toBeNull();
});

test('the form’s address contains our origin and the appearance', () => {
  const address = new URL(
    frameAddress('http://localhost:3001/card-form?v=1', {
      origin: 'http://localhost:3000',
      language: 'es',
      theme: 'black',
    }),
  );
  expect(Object.fromEntries(address.searchParams)).toEqual({
    v: '1',
    origin: 'http://localhost:3000',
    language: 'es',
    theme: 'black',
  });
});
