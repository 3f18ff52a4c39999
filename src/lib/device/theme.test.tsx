import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { canvasColours, savedTheme, showTheme, useTheme } from './theme.ts';

beforeEach(() => {
  window.localStorage.clear();
  showTheme('system');
});

test('the theme that the user chooses is saved and applied at once', () => {
  const { result } = renderHook(() => useTheme());
  expect(result.current.theme).toBe('system');
  act(() => result.current.chooseTheme('black'));
  expect(result.current.theme).toBe('black');
  expect(window.localStorage.getItem('theme')).toBe('black');
  expect(document.documentElement.dataset['theme']).toBe('black');
  act(() => result.current.chooseTheme('system'));
  expect(window.localStorage.getItem('theme')).toBeNull();
  expect(document.documentElement.dataset['theme']).toBeUndefined();
});

test('if the stored value is invalid, the theme follows the device', () => {
  window.localStorage.setItem('theme', 'purple');
  expect(savedTheme()).toBe('system');
});

test("the colour of the browser's bars follows the theme", () => {
  document.head.innerHTML = `
    <meta name="theme-color" media="(prefers-color-scheme: light)">
    <meta name="theme-color" media="(prefers-color-scheme: dark)">`;
  const colours = () =>
    [...document.querySelectorAll('meta')].map((meta) => meta.getAttribute('content'));
  showTheme('black');
  expect(colours()).toEqual([canvasColours.black, canvasColours.black]);
  showTheme('system');
  expect(colours()).toEqual([canvasColours.light, canvasColours.black]);
});
