import { expect, test } from 'vitest';
import { indexedWords, isPiece, soughtWords } from './searchWords.ts';

test.each([
  ['100% Café, São Paulo', ['100', 'cafe', 'sao', 'paulo']],
  ["Harry’s & Sally's", ['harrys', 'sallys']],
  ['Straße Łódź ÆØ', ['strasse', 'lodz', 'aeo']],
  ['ＦＵＬＬ　ｗｉｄｔｈ', ['full', 'width']],
  ['İstanbul ISTANBUL', ['istanbul']],
  ['北京路 88号', ['北', '京', '路', '北京', '京路', '88', '号']],
  ['星cafe', ['星', 'cafe']],
  ['', []],
  ['%_\\ "\' -- 🔋 \u0000\u0007', []],
])('the text %j has the words %j', (text, words) => {
  expect(indexedWords(text)).toEqual(words);
});

test('the words of a Chinese query are its pairs of characters, or its single character', () => {
  expect(soughtWords('北京路')).toEqual(['北京', '京路']);
  expect(soughtWords('星')).toEqual(['星']);
  expect(['星', 'cafe', '88'].map(isPiece)).toEqual([true, false, false]);
});

test('no surrogate pair is split, and a long word is cut in the same way in the index and in a query', () => {
  expect(soughtWords('\uD83D \uDE00')).toEqual([]);
  const long = 'x'.repeat(10_000);
  expect(soughtWords(long)).toEqual(['x'.repeat(32)]);
  expect(indexedWords(long)).toEqual(soughtWords(long));
});
