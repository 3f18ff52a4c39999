import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { languages } from '../contract/config.ts';

const Section = z.object({
  heading: z.string().min(1),
  text: z.array(z.union([z.string().min(1), z.array(z.string().min(1)).min(2)])).min(1),
});
const Texts = z.strictObject({
  operator: z.string().min(1),
  terms: z.array(Section),
  privacy: z.array(Section),
  promotions: z.array(Section),
});
type Texts = z.infer<typeof Texts>;

const files = import.meta.glob<unknown>('./*/documents/legal.json', {
  eager: true,
  import: 'default',
});
const read = (language: string): Texts => Texts.parse(files[`./${language}/documents/legal.json`]);

const shortest = { terms: 850, privacy: 850, promotions: 450 };

describe.each(['terms', 'privacy', 'promotions'] as const)('%s', (document) => {
  /** Returns the structure of the document, without the words. */
  const shape = (language: string) =>
    read(language)[document].map(({ text }) =>
      text.map((block) => [
        Array.isArray(block) ? block.length : 'paragraph',
        [...JSON.stringify(block).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name),
      ]),
    );
  const words = (language: string) => JSON.stringify(read(language)[document]);

  test.each(languages)('%s has the same structure as English', (language) => {
    expect(shape(language)).toEqual(shape('en'));
    const used = new Set(shape(language).flat(2).flat());
    expect(used).toContain('brand');
    expect(used).toContain('phone');
  });

  test.each(languages)(
    '%s is longer than the minimum for its kind and shorter than 1,500 words',
    (language) => {
      const pieces = new Intl.Segmenter(language, { granularity: 'word' }).segment(words(language));
      const count = [...pieces].filter(({ isWordLike }) => isWordLike).length;
      expect(count).toBeGreaterThan(shortest[document]);
      expect(count).toBeLessThan(1500);
    },
  );

  test.each(languages)('%s states no number that the operator configures', (language) => {
    expect(words(language).replaceAll(/\{\{\w+\}\}/g, '')).not.toMatch(/\d/);
  });

  test('Chinese uses full-width punctuation', () => {
    expect(words('zh-CN')).not.toMatch(/\p{Script=Han}[,;!?:]|\p{Script=Han}\.(?!\w)/u);
  });
});
