import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, expect, test, vi } from 'vitest';
import { startTexts } from '../../testing/texts.ts';
import { DateTime } from './DateTime.tsx';
import { ErrorState } from '../feedback/ErrorState.tsx';
import { Facts } from './Facts.tsx';
import { Money } from './Money.tsx';

beforeAll(() => startTexts('es'));

test('an amount is drawn in parts, and screen readers get it as one text', () => {
  const { container } = render(<Money value={{ amount: 2750, currency: 'USD' }} size="display" />);
  const [drawn, spoken] = container.firstElementChild?.children ?? [];
  expect(drawn?.textContent).toBe('$27.50');
  expect(drawn?.getAttribute('aria-hidden')).toBe('true');
  expect(spoken?.textContent).toMatch(/27\.50/);
});

test('a bill is a list of terms and values', () => {
  render(
    <Facts
      rows={[
        { label: 'Tarifa', value: '$1.00' },
        { label: 'Total', value: '$4.00', strong: true },
      ]}
    />,
  );
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Tarifa', 'Total']);
  expect(screen.getAllByRole('definition')[1]?.textContent).toBe('$4.00');
});

test('a date is in English in every language, and is marked as English', () => {
  render(<DateTime value="2026-11-20T19:05:00Z" />);
  const time = screen.getByText('Nov 20, 2026, 1:05 PM');
  expect(time.lang).toBe('en');
  expect(time.getAttribute('datetime')).toBe('2026-11-20T19:05:00Z');
});

test('an error is announced and offers a retry', async () => {
  const onRetry = vi.fn<() => void>();
  render(<ErrorState onRetry={onRetry} />);
  expect(screen.getByRole('alert').textContent).toBe('Error del servidor');
  await userEvent.click(screen.getByRole('button', { name: 'Intentar de nuevo' }));
  expect(onRetry).toHaveBeenCalledOnce();
});
