import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { storageKeys } from '../../lib/constants.ts';
import { startTexts } from '../../testing/texts.ts';
import { LanguageOffer } from './LanguageOffer.tsx';

beforeAll(() => startTexts('es'));

beforeEach(() => {
  window.localStorage.clear();
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US', 'es']);
});

test('offers the preferred language in that language, and is not shown again after it was dismissed', async () => {
  const { unmount } = render(<LanguageOffer />);
  expect(screen.getByRole('button', { name: 'Continue in English' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Descartar' }));
  expect(screen.queryByRole('button')).toBeNull();
  unmount();
  render(<LanguageOffer />);
  expect(screen.queryByRole('button')).toBeNull();
});

test('offers nothing if the user has chosen a language', () => {
  window.localStorage.setItem(storageKeys.language, 'es');
  render(<LanguageOffer />);
  expect(screen.queryByRole('button')).toBeNull();
});

test('changes the language and disappears after a tap', async () => {
  render(<LanguageOffer />);
  await userEvent.click(screen.getByRole('button', { name: 'Continue in English' }));
  await expect.poll(() => document.documentElement.lang).toBe('en');
  expect(screen.queryByRole('button')).toBeNull();
  expect(window.localStorage.getItem(storageKeys.language)).toBe('en');
});
