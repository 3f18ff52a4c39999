import { expect, test } from 'vitest';
import { StationStream } from './stationStream.ts';

const event = (seq: number, bootId = 'b') => ({ bootId, seq, at: null });

test('a cabinet that does not say what it keeps is followed from the first event seen', () => {
  const stream = new StationStream();
  for (const seq of [41, 42, 43]) {
    expect(stream.isNext(event(seq))).toBe(true);
    expect(stream.committed(event(seq))).toBe(seq);
  }
  expect(stream.isNext(event(42))).toBe(true);
  expect(stream.committed(event(42))).toBe(43);
  expect(stream.isNext(event(1, 'c'))).toBe(true);
  expect(stream.committed(event(1, 'c'))).toBe(1);
});

test('nothing is acknowledged past an event that was refused, until it was sent again', () => {
  const stream = new StationStream();
  stream.isNext(event(1));
  stream.committed(event(1));
  // The second is refused: it is passed on, and never committed.
  expect(stream.isNext(event(2))).toBe(true);
  expect(stream.isNext(event(3))).toBe(false);
  expect(stream.isNext(event(4))).toBe(false);
  // It is refused a second time.
  expect(stream.isNext(event(2))).toBe(true);
  expect(stream.isNext(event(3))).toBe(false);
  for (const seq of [2, 3, 4]) {
    expect(stream.isNext(event(seq))).toBe(true);
    expect(stream.committed(event(seq))).toBe(seq);
  }
});

test('what another process took, and what the cabinet has lost, is not waited for', () => {
  const stream = new StationStream();
  stream.isNext(event(1));
  stream.committed(event(1));
  expect(stream.isNext(event(5))).toBe(true);
  expect(stream.isNext(event(6))).toBe(false);
  expect(stream.isNext(event(7))).toBe(false);
  // It begins again, without the fifth.
  expect(stream.isNext(event(6))).toBe(true);
  expect(stream.committed(event(6))).toBe(6);
  expect(stream.isNext(event(7))).toBe(true);
});
