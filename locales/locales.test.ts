import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { languages } from '../contract/config.ts';
import { errorCodes } from '../contract/errors.ts';

interface Texts {
  [key: string]: string | Texts;
}
const Texts: z.ZodType<Texts> = z.record(
  z.string(),
  z.lazy(() => z.union([z.string(), Texts])),
);

const files = import.meta.glob<unknown>(['./*/*.json', './*/server/*.json'], {
  eager: true,
  import: 'default',
});
const pluralSuffix = /_(zero|one|two|few|many|other)$/;

function read(language: string, namespace: string): Texts {
  return Texts.parse(files[`./${language}/${namespace}.json`]);
}

function namespacesOf(language: string): string[] {
  const folder = `./${language}/`;
  return Object.keys(files)
    .filter((path) => path.startsWith(folder))
    .map((path) => path.slice(folder.length, -'.json'.length))
    .sort();
}

/** Returns the texts by their full keys, such as `{ 'menu.title': 'Menu' }`. */
function flatten(texts: Texts, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') flat.set(`${prefix}${key}`, value);
    else for (const [name, text] of flatten(value, `${prefix}${key}.`)) flat.set(name, text);
  }
  return flat;
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{\s*(\w+)|<\/?(\w+)>/g)]
    .map(([, name, tag]) => name ?? `<${tag}>`)
    .sort();
}

const namespaces = namespacesOf('en');

test.each(languages)('%s has every file', (language) => {
  expect(namespacesOf(language)).toEqual(namespaces);
});

describe.each(namespaces)('%s', (namespace) => {
  const english = flatten(read('en', namespace));
  const baseOf = (key: string) => key.replace(pluralSuffix, '');
  const bases = new Set([...english.keys()].map(baseOf));

  test.each(languages)('%s has the same keys, each with its plurals', (language) => {
    const flat = flatten(read(language, namespace));
    expect(new Set([...flat.keys()].map(baseOf))).toEqual(bases);
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const base of bases) {
      const counted = english.has(`${base}_other`);
      const expected = counted ? forms.map((form) => `${base}_${form}`) : [base];
      expect([...flat.keys()].filter((key) => baseOf(key) === base).sort()).toEqual(
        expected.sort(),
      );
    }
  });

  test.each(languages)('%s has the same placeholders and no empty text', (language) => {
    for (const [key, text] of flatten(read(language, namespace))) {
      expect(text.trim(), key).not.toBe('');
      expect(text, `${key} has spaces at its ends`).toBe(text.trim());
      const original = english.get(key) ?? english.get(`${baseOf(key)}_other`) ?? '';
      // Plural forms may omit the number, such as "a charger" for "1 charger".
      const wanted = placeholders(original);
      const given = placeholders(text);
      if (pluralSuffix.test(key) && !given.includes('count')) given.push('count');
      if (pluralSuffix.test(key) && !wanted.includes('count')) wanted.push('count');
      expect(given.sort(), `${language} ${key}`).toEqual(wanted.sort());
    }
  });

  test.each(languages)('%s has its keys in the same order', (language) => {
    const order = (of: string) => [
      ...new Set([...flatten(read(of, namespace)).keys()].map(baseOf)),
    ];
    expect(order(language)).toEqual(order('en'));
  });
});

test('every error code of the API, and no other, has words', () => {
  expect([...flatten(read('en', 'errors')).keys()].sort()).toEqual(
    [...errorCodes, 'network'].sort(),
  );
});

test('Chinese texts use full-width punctuation', () => {
  for (const namespace of namespaces) {
    for (const [key, text] of flatten(read('zh-CN', namespace))) {
      expect(text, `${namespace} ${key}`).not.toMatch(
        /\p{Script=Han}[,;!?]|\p{Script=Han}\.(?!\w)/u,
      );
    }
  }
});

test('Chinese texts separate a number from its unit with a space at which no line breaks', () => {
  const found = namespaces
    .flatMap((namespace) => [...flatten(read('zh-CN', namespace)).values()])
    .filter((text) =>
      /(?:\}\}|\d) ?(?:[个天米位次张笔项份秒步号岁条年页]|周岁|分钟|小时|公里)/.test(text),
    );
  expect(found).toEqual([]);
});

test('Spanish texts have no article before a time, because the format "article" adds the article', () => {
  for (const namespace of namespaces) {
    for (const [key, text] of flatten(read('es', namespace))) {
      expect(text, `${namespace} ${key}`).not.toMatch(/\blas? \{\{(?:time|at|until|from)\}\}/);
    }
  }
});

test('Spanish texts have "el" between a preposition and a date', () => {
  const bare = /\b(?:a|de|desde|hasta|para) \{\{(?:time|at|until|from)\}\}/;
  for (const namespace of namespaces) {
    for (const [key, text] of flatten(read('es', namespace))) {
      expect(text, `${namespace} ${key}`).not.toMatch(bare);
    }
  }
});

test('the Spanish text for "Charging" is not the word for "Loading"', () => {
  expect(read('es', 'messages')['charging']).not.toMatch(/cargando/i);
});
