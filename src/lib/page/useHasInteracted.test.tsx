import { fireEvent, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useHasInteracted } from './useHasInteracted.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  ['a touch', () => fireEvent.pointerDown(document.body)],
  ['a mouse that moves', () => fireEvent.pointerMove(document.body)],
  ['a key', () => fireEvent.keyDown(document.body)],
  ['scrolling', () => fireEvent.scroll(window)],
])('%s ends the first look', (_, does) => {
  const { result } = renderHook(() => useHasInteracted());
  expect(result.current).toBe(false);
  does();
  expect(result.current).toBe(true);
});

test('who scrolled before anybody listened has looked', () => {
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(40);
  expect(renderHook(() => useHasInteracted()).result.current).toBe(true);
});
