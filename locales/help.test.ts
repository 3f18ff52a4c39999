import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { languages } from '../contract/config.ts';
import { helpContexts, helpTopics, readHelpTopic } from '../src/lib/navigation/helpTopics.ts';

const Figured = z.strictObject({
  /** Decides whether the line shows `known` or `unknown`. The figure itself is not a part of the text. */
  figure: z.string().optional(),
  known: z.string().min(1),
  unknown: z.string(),
});
const Line = z.union([z.string().min(1), Figured]);
const Block = z.union([
  Line,
  z.strictObject({ list: z.array(Line).min(2) }),
  z.strictObject({ steps: z.array(Line).min(2) }),
]);
const Help = z.strictObject({
  topics: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string().min(1),
      answers: z.array(
        z.strictObject({
          id: z.string(),
          question: z.string().min(1),
          words: z.string().min(1),
          answer: z.array(Block).min(1),
        }),
      ),
    }),
  ),
});
type Line = z.infer<typeof Line>;
type Block = z.infer<typeof Block>;

const files = import.meta.glob<unknown>('./*/documents/help.json', {
  eager: true,
  import: 'default',
});
const read = (language: string) => Help.parse(files[`./${language}/documents/help.json`]).topics;
const answersIn = (language: string) => read(language).flatMap(({ answers }) => answers);

const linesOf = (block: Block): readonly Line[] => {
  if (typeof block === 'string' || 'known' in block) return [block];
  return 'list' in block ? block.list : block.steps;
};
const namesIn = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).toSorted();

/** The numbers that the client finds in the configuration; see features/help/figures.ts. */
const figures = new Set([
  'foundDays',
  'goCashRefund',
  'unlockFee',
  'grace',
  'rate',
  'cap',
  'capTime',
  'deposit',
  'depositTime',
  'lostTime',
  'overdueFee',
  'lostTotal',
  'wait',
  'minimumDays',
  'maximumDays',
  'supportDays',
  'reward',
]);

describe.each(languages)('help in %s', (language) => {
  test('has every topic and answer that a link may name', () => {
    const found = read(language).map(({ id, answers }) => [id, answers.map((one) => one.id)]);
    expect(found).toEqual(Object.entries(helpTopics).map(([id, answers]) => [id, [...answers]]));
  });

  test.each(Object.keys(helpContexts))(
    'has exactly one answer for the context %s of a link',
    (context) => {
      const wanted = readHelpTopic(context);
      const [answer, ...others] = answersIn(language).filter(({ id }) => id === wanted);
      expect(others).toEqual([]);
      expect(answer?.answer.length).toBeGreaterThan(0);
    },
  );

  test('contains no fixed number', () => {
    expect(JSON.stringify(read(language)).replaceAll(/\{\{\w+\}\}/g, '')).not.toMatch(/\p{Nd}/u);
  });

  test('has a text without numbers for each text with numbers', () => {
    const used = new Set<string>();
    for (const line of answersIn(language).flatMap(({ answer }) => answer.flatMap(linesOf))) {
      if (typeof line === 'string') {
        expect(namesIn(line), line).toEqual([]);
        continue;
      }
      const names = [...namesIn(line.known), ...(line.figure === undefined ? [] : [line.figure])];
      expect(names, line.known).not.toEqual([]);
      expect(namesIn(line.unknown), line.unknown).toEqual([]);
      for (const name of names) used.add(name);
    }
    expect(used).toEqual(figures);
  });

  test('has the same structure as English', () => {
    const shape = (of: string) =>
      answersIn(of).map(({ id, answer }) => [
        id,
        answer.map((block) => [
          typeof block === 'string' ? 'words' : Object.keys(block).join(),
          linesOf(block).map((line) => (typeof line === 'string' ? [] : namesIn(line.known))),
        ]),
      ]);
    expect(shape(language)).toEqual(shape('en'));
  });
});

test('Chinese uses full-width punctuation, and no typewriter quotes anywhere', () => {
  expect(JSON.stringify(read('zh-CN'))).not.toMatch(/\p{Script=Han}[,;!?]|\p{Script=Han}\.(?!\w)/u);
  for (const language of languages) {
    for (const { question, answer } of answersIn(language)) {
      const said = answer
        .flatMap(linesOf)
        .flatMap((line) => (typeof line === 'string' ? [line] : Object.values(line)));
      expect([question, ...said].join('\n')).not.toContain('"');
    }
  }
});

test('a link opens an answer only for a known context or answer', () => {
  expect(readHelpTopic('technicalError')).toBe('technical');
  expect(readHelpTopic('lost')).toBe('lost');
  expect(readHelpTopic('deposit')).toBe('deposit');
  for (const wrong of [null, '', 'toString', '__proto__', '<img>', 'LOST']) {
    expect(readHelpTopic(wrong)).toBeNull();
  }
});
