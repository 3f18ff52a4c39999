import { expect, test } from 'vitest';
import { dragged, middle, uploadSide, squareOf } from './crop.ts';

const wide = { width: 4000, height: 3000 };

test('the square is as large as possible, in the middle of the picture', () => {
  expect(squareOf(wide, middle)).toEqual({ side: 3000, left: 500, top: 0 });
  expect(squareOf({ width: 3000, height: 4000 }, middle)).toEqual({
    side: 3000,
    left: 0,
    top: 500,
  });
});

test('a higher zoom selects a smaller square', () => {
  expect(squareOf(wide, { zoom: 2, x: 0, y: 1 })).toEqual({ side: 1500, left: 0, top: 1500 });
});

test('dragging the picture to the right shows more of its left side, up to the edge', () => {
  expect(squareOf(wide, dragged(wide, middle, 0.1, 0)).left).toBeCloseTo(200);
  expect(dragged(wide, middle, 5, 0)).toEqual({ zoom: 1, x: 0, y: 0.5 });
  expect(dragged(wide, middle, -5, 0.5)).toEqual({ zoom: 1, x: 1, y: 0.5 });
});

test('a large picture is scaled down, and a small picture keeps its size', () => {
  expect(uploadSide(wide, middle)).toBe(1024);
  expect(uploadSide(wide, { ...middle, zoom: 4 })).toBe(750);
  expect(uploadSide({ width: 40, height: 30 }, middle)).toBe(30);
});
