import { afterEach, expect, test, vi } from 'vitest';
import type { DocumentModel } from './documentModel.ts';
import { PdfQueue } from './pdfQueue.ts';

const model: DocumentModel = {
  language: 'en',
  brand: 'Slotly',
  title: 'Statement',
  heading: 'Statement',
  lead: '',
  pageWords: '{{page}}/{{pages}}',
  madeAt: new Date('2026-11-20T12:00:00Z'),
  blocks: [{ kind: 'text', text: 'Thank you.' }],
};
/** A document with an invalid title, so that its drawing fails. */
const broken: DocumentModel = JSON.parse('{"blocks":null,"title":null}');

const pdfQueue = new PdfQueue();
afterEach(async () => {
  vi.useRealTimers();
  await pdfQueue.close();
});

test('the time limit of a document starts with its drawing, however long the document waited @slow', async () => {
  // Both threads draw a document first, so that both have started and loaded their typefaces.
  await Promise.all([pdfQueue.print(model), pdfQueue.print(model)]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const printed = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const pdf = await pdfQueue.print(model);
      vi.advanceTimersByTime(1_500);
      return pdf;
    }),
  );
  expect(printed.every((pdf) => pdf.subarray(0, 5).toString() === '%PDF-')).toBe(true);
});

test('a document that cannot be drawn fails alone, and waiting documents fail when the queue closes @slow', async () => {
  const printed = await Promise.allSettled(
    [broken, model, broken, model].map((each) => pdfQueue.print(each)),
  );
  expect(printed.map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  const left = Promise.allSettled(Array.from({ length: 4 }, () => pdfQueue.print(model)));
  await pdfQueue.close();
  expect((await left).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
});

test('the queue refuses documents if too many wait', async () => {
  const all = Promise.allSettled(Array.from({ length: 60 }, () => pdfQueue.print(model)));
  await expect(pdfQueue.print(model)).rejects.toMatchObject({ code: 'unavailable' });
  await pdfQueue.close();
  await all;
});

test('the documents of one rider cannot make all other riders wait @slow', async () => {
  const greedy = Promise.allSettled(Array.from({ length: 8 }, () => pdfQueue.print(model, 'ana')));
  const other = pdfQueue.print(model, 'ben');
  const statuses = (await greedy).map(({ status }) => status);
  expect(statuses.filter((status) => status === 'fulfilled')).toHaveLength(3);
  await expect(pdfQueue.print(model, 'ana')).resolves.toBeInstanceOf(Buffer);
  await expect(other).resolves.toBeInstanceOf(Buffer);
});
