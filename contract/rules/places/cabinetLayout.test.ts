import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layoutText, placeOfSlot, readLayout, usualLayout } from './cabinetLayout.ts';

test('the slots of a cabinet are numbered from left to right and from the top down', () => {
  const layout = { rows: 4, columns: 2 };
  expect(placeOfSlot(layout, 1)).toEqual({ row: 1, column: 1 });
  expect(placeOfSlot(layout, 3)).toEqual({ row: 2, column: 1 });
  expect(placeOfSlot(layout, 8)).toEqual({ row: 4, column: 2 });
  expect(placeOfSlot(layout, 9)).toBeNull();
  expect(placeOfSlot(layout, 0)).toBeNull();
});

test('a layout is read as it is written, and nothing else is a layout', () => {
  const side = fc.integer({ min: 1, max: 99 });
  fc.assert(
    fc.property(fc.record({ rows: side, columns: side }), (layout) => {
      expect(readLayout(layoutText(layout))).toEqual(layout);
    }),
  );
  for (const text of ['', '4', '4x', 'x2', '0x2', '4x100', '4x2x1', '-4x2', '4 x 2']) {
    expect(readLayout(text)).toBeNull();
  }
});

test('the usual layout has a place for each slot', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), (slots) => {
      expect(placeOfSlot(usualLayout(slots), slots)).not.toBeNull();
    }),
  );
});
