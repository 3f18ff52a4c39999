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

test('the offer is in the preferred language, and does not appear again after it was dismissed', async () => {
  const { unmount } = render(<LanguageOffer />);
  expect(screen.getByRole('button', { name: 'Continue in English' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Descartar' }));
  expect(screen.queryByRole('button')).toBeNull();
  unmount();
  render(<LanguageOffer />);
  expect(screen.queryByRole('button')).toBeNull();
});

test('if the user has chosen a language, no language is offered', () => {
  window.localStorage.setItem(storageKeys.language, 'es');
  render(<LanguageOffer />);
  expect(screen.queryByRole('button')).toBeNull();
});

test('a tap changes the language, and the offer disappears', async () => {
  render(<LanguageOffer />);
  await userEvent.click(screen.getByRole('button', { name: 'Continue in English' }));
  await expect.poll(() => document.documentElement.lang).toBe('en');
  await expect.poll(() => screen.queryByRole('button')).toBeNull();
  expect(window.localStorage.getItem(storageKeys.language)).toBe('en');
});
