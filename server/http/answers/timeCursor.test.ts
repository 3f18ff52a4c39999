import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProblemError } from '../problem.ts';
import { readCursor, writeCursor } from './timeCursor.ts';

const position = fc.record({
  at: fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
  id: fc.uuid(),
});

test('a cursor decodes to its position', () => {
  fc.assert(
    fc.property(position, (given) => {
      expect(readCursor('orders', writeCursor('orders', given))).toEqual(given);
    }),
  );
});

test('a cursor with a single changed character is refused', () => {
  fc.assert(
    fc.property(
      position,
      fc.nat(),
      fc.constantFrom('a', 'Z', '0', '-', '_', '.', '='),
      (given, index, letter) => {
        const whole = writeCursor('orders', given);
        const at = index % whole.length;
        const broken = whole.slice(0, at) + letter + whole.slice(at + 1);
        fc.pre(broken !== whole);
        expect(() => readCursor('orders', broken)).toThrow(ProblemError);
      },
    ),
  );
});

test('a cursor of another list, and an invalid text, are refused', () => {
  const at = new Date(0);
  const own = writeCursor('orders', { at, id: 'f47ac10b-58cc-4372-a567-0e02b2c3d479' });
  expect(() => readCursor('notifications', own)).toThrow(ProblemError);
  const unparted = own.replace('.', '=');
  for (const cursor of [
    '',
    '.',
    '..',
    'null',
    '{}',
    'W10',
    own.slice(0, -1),
    `${own}.`,
    unparted,
  ]) {
    expect(() => readCursor('orders', cursor), cursor).toThrow(ProblemError);
  }
});

test('a cursor of the previous version is accepted, because tabs may stay open during a deploy', () => {
  const id = 'f47ac10b-58cc-4372-a567-0e02b2c3d479';
  const former = Buffer.from(JSON.stringify(['2026-11-02T12:00:00.000Z', id])).toString(
    'base64url',
  );
  expect(readCursor('orders', former)).toEqual({ at: new Date('2026-11-02T12:00:00Z'), id });
});
