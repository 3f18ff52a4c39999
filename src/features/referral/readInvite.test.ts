import { expect, test } from 'vitest';
import { readInvite, withoutLink } from './readInvite.ts';

test.each([
  ['K7M2Q9XD', 'K7M2Q9XD'],
  [' k7m2 q9xd\n', 'K7M2Q9XD'],
  ['k7m2–Q9XD-', 'K7M2Q9XD'],
  ['Ｋ７Ｍ２Ｑ９ＸＤ', 'K7M2Q9XD'],
  ['https://rent.example/home?invite=K7M2Q9XD', 'K7M2Q9XD'],
  ['Rent with me: https://rent.example/home?a=1&invite=k7m2%20q9xd#top now', 'K7M2Q9XD'],
  ['rent.example/home?INVITE=k7m2+q9xd', 'K7M2Q9XD'],
  ['https://rent.example/home?invite=%', null],
  ['', null],
  ['abc', null],
  ['K7M2Q9XDK7M2Q9XDK7M2Q', null],
  ['https://rent.example/home', null],
  ['<script>', null],
])('%j is read as %j', (typed, code) => {
  expect(readInvite(typed)).toBe(code);
});

test('a field shows the code of a pasted link, and does not change typed text', () => {
  expect(withoutLink('https://rent.example/home?invite=k7m2q9xd')).toBe('K7M2Q9XD');
  expect(withoutLink('k7m2 q9')).toBe('k7m2 q9');
});
