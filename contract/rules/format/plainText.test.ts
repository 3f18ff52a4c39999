import { expect, test } from 'vitest';
import { isPlainText } from './plainText.ts';

test.each(['One line', 'Two\nlines', 'ñ 简体 😀'])('%j is plain text', (text) => {
  expect(isPlainText(text)).toBe(true);
});

test.each(['a tab\t', 'a zero\u0000', 'an escape\u001B[1m', 'half a character \ud83d'])(
  '%j is not plain text',
  (text) => {
    expect(isPlainText(text)).toBe(false);
  },
);
