import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EventParser } from './eventStream.ts';

const text =
  ': open\n\nevent: station\ndata: {"id":"A"}\n\n: still here\n\ndata: one\r\ndata:two\r\n\r\nevent: empty\n\n';
const events = [
  { name: 'station', data: '{"id":"A"}' },
  { name: 'message', data: 'one\ntwo' },
];

it('finds the same events, wherever the text is split into pieces', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: text.length })), (cuts) => {
      const parser = new EventParser();
      const edges = [0, ...cuts.sort((a, b) => a - b), text.length];
      const found = edges.flatMap((edge, index) =>
        parser.push(text.slice(edges[index - 1] ?? 0, edge)),
      );
      expect(found).toEqual(events);
    }),
  );
});

it('stores an incomplete event until the rest of the event arrives', () => {
  const parser = new EventParser();
  expect(parser.push('event: order\ndata: {"a":')).toEqual([]);
  expect(parser.push('1}\n')).toEqual([]);
  expect(parser.push('\n')).toEqual([{ name: 'order', data: '{"a":1}' }]);
});
