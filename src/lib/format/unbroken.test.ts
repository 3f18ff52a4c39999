import { expect, test } from 'vitest';
import { brokenAtSigns, unbroken } from './unbroken.ts';

test('a number has no place at which a line may break', () => {
  expect(unbroken('(212) 555-0123')).toBe('(212)\u00A0555-\u20600123');
  expect(unbroken('C-4JQP-WP7Y')).toBe('C-\u20604JQP-\u2060WP7Y');
});

test('a line may break in an email address after an @ or a full stop, and at no hyphen', () => {
  expect(brokenAtSigns('ana-b.c@example.com')).toBe('ana-\u2060b.\u200Bc@\u200Bexample.\u200Bcom');
});
