import { describe, expect, test } from 'vitest';
import glossary from '../docs/glossary.md?raw';

type Language = 'en' | 'es' | 'zh-CN';

interface Row {
  /** The term as riders read it, without the note in brackets: "account" for "account (at a bank)". */
  readonly english: string;
  readonly terms: Readonly<Record<'es' | 'zh-CN', readonly string[]>>;
  readonly rejected: readonly string[];
}

const files = import.meta.glob<unknown>('./*/**/*.json', { eager: true, import: 'default' });

/**
 * The keys of strings that riders do not read. `words` are the search words of the help. They may
 * be any words that riders type, not only the terms of the glossary. An `id` is code.
 */
const codeKeys = new Set(['words', 'id']);

function* stringsIn(value: unknown, key: string): Generator<[string, string]> {
  if (typeof value === 'string') yield [key, value];
  else if (typeof value === 'object' && value !== null) {
    for (const [name, child] of Object.entries(value)) {
      if (!codeKeys.has(name)) yield* stringsIn(child, `${key}.${name}`);
    }
  }
}

/**
 * Returns the strings by their keys. For example, the key `server/push.lost.title` has the string
 * "Your charger counts as lost".
 */
function textsOf(language: Language): Map<string, string> {
  const folder = `./${language}/`;
  const paths = Object.keys(files).filter((path) => path.startsWith(folder));
  return new Map(
    paths.flatMap((path) => [
      ...stringsIn(files[path], path.slice(folder.length, -'.json'.length)),
    ]),
  );
}

const listIn = (cell: string | undefined) =>
  (cell ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

function readRows(): Row[] {
  const section = /^## Translations$(.*?)(?=^## |$(?![\s\S]))/msu.exec(glossary)?.[1] ?? '';
  const [, , ...lines] = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.map((line) => {
    const [english = '', es, zh, rejected] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return {
      english: english.replace(/^to /u, '').replace(/ \(.*\)$/u, ''),
      terms: { es: listIn(es), 'zh-CN': listIn(zh) },
      rejected: listIn(rejected),
    };
  });
}

const isChinese = (word: string) => /\p{Script=Han}/u.test(word);
const wholeWord = (pattern: string, flags: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}-])(?:${pattern})(?![\\p{L}\\p{N}])`, flags);

/** Chinese has no spaces between words, so a Chinese word may begin anywhere. */
const contains = (text: string, word: string) =>
  isChinese(word) ? text.includes(word) : wholeWord(word.replaceAll('.', '\\.'), 'iu').test(text);

const rows = readRows();
const english = textsOf('en');

/**
 * Terms whose translations the test demands. It does not demand the translations of the other
 * terms. Their English words also have other meanings ("charge", "order", "return"), or Spanish and
 * Chinese express them with a verb ("rental") or with several words ("friend").
 */
const demanded = new Set([
  'account',
  'alert',
  'bonus',
  'cabinet',
  'card',
  'coupon',
  'coupon code',
  'deposit',
  'free slot',
  'GoCash',
  'hold',
  'host',
  'invite code',
  'notification',
  'offer',
  'payment method',
  'pick-up',
  'promotion',
  'QR code',
  'raffle',
  'receipt',
  'refund',
  'settings',
  'station',
  'support',
  'top-up',
  'train station',
  'unlock fee',
  'wallet',
]);

/** The texts that may lack the translation of a term, with the reason. */
const exceptions = new Map([
  ['es notification titles.notificationDetail', 'the specified title is short'],
  ['es GoCash titles.goCashSuccess', 'the specified title says what was topped up with a verb'],
  ['zh-CN GoCash titles.goCashSuccess', 'the specified title says what was topped up with a verb'],
  ['es unlock fee payment.unlock.feeAfterCoupon', 'a label in a narrow table of prices'],
  ['zh-CN coupon payment.unlock.feeAfterCoupon', 'a label in a narrow table of prices'],
  ['es station stations.around', 'the heading shares its line with the age of the counts'],
  ['es station search.placeholder', 'the hint must fit into the search field'],
  ['es hold coupons.share.pasteFailed', 'a finger holds the field'],
  ['zh-CN hold coupons.share.pasteFailed', 'a finger holds the field'],
  ['es offer documents/legal.terms.1.text.0', 'a verb: what we offer'],
  ['zh-CN offer documents/legal.terms.1.text.0', 'a verb: what we offer'],
]);

/**
 * Returns the terms that a text contains. If a longer term contains a shorter term, only the longer term is returned:
 * "coupon code", and not "coupon".
 */
function termsIn(text: string): string[] {
  const found: string[] = [];
  let rest = text.replaceAll(/\{\{\w+\}\}|<\/?\w+>/gu, ' ');
  const terms = [...new Set(rows.map((row) => row.english))];
  for (const term of terms.toSorted((a, b) => b.length - a.length)) {
    const shorter = rest.replaceAll(wholeWord(`${term}(?:e?s)?`, 'giu'), ' ');
    if (shorter !== rest) found.push(term);
    rest = shorter;
  }
  return found;
}

test('the glossary has a table of translations', () => {
  expect(rows.length).toBeGreaterThan(40);
  for (const row of rows) {
    expect(row.terms.es, row.english).not.toEqual([]);
    expect(row.terms['zh-CN'], row.english).not.toEqual([]);
  }
  const known = rows.map((row) => row.english);
  expect([...demanded].filter((term) => !known.includes(term))).toEqual([]);
});

describe.each(['es', 'zh-CN'] as const)('%s', (language) => {
  const texts = textsOf(language);

  test('uses no word that the glossary rejects', () => {
    const rejected = rows
      .flatMap((row) => row.rejected)
      .filter((word) => isChinese(word) === (language === 'zh-CN'));
    const wrong = [...texts].flatMap(([key, text]) =>
      rejected.filter((word) => contains(text, word)).map((word) => `${key}: ${word}`),
    );
    expect(wrong).toEqual([]);
  });

  test('uses the term of the glossary where English does', () => {
    const missing: string[] = [];
    for (const [key, text] of english) {
      // Chinese has only the plural form `other`.
      const translated = texts.get(key) ?? texts.get(key.replace(/_one$/u, '_other')) ?? '';
      for (const term of termsIn(text)) {
        if (!demanded.has(term)) continue;
        const forms = rows
          .filter((row) => row.english === term)
          .flatMap((row) => row.terms[language]);
        if (!forms.some((form) => contains(translated, form))) {
          missing.push(`${language} ${term} ${key}`);
        }
      }
    }
    const expected = [...exceptions.keys()].filter((name) => name.startsWith(`${language} `));
    expect(missing.toSorted()).toEqual(expected.toSorted());
  });
});
