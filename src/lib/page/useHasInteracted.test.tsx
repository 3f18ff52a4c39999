import { fireEvent, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useHasInteracted } from './useHasInteracted.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  ['a touch', () => fireEvent.pointerDown(document.body)],
  ['moving the mouse', () => fireEvent.pointerMove(document.body)],
  ['pressing a key', () => fireEvent.keyDown(document.body)],
  ['scrolling', () => fireEvent.scroll(window)],
])('%s counts as an interaction', (_, does) => {
  const { result } = renderHook(() => useHasInteracted());
  expect(result.current).toBe(false);
  does();
  expect(result.current).toBe(true);
});

test('a page that was scrolled before the hook was mounted counts as a page with an interaction', () => {
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(40);
  expect(renderHook(() => useHasInteracted()).result.current).toBe(true);
});
