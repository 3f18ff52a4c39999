import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTexts } from '../../testing/texts.ts';
import { announce, keepMessages, showToast } from './messages.ts';
import { ToastRegion } from './ToastRegion.tsx';

beforeAll(() => startTexts());

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  render(<ToastRegion />);
});

afterEach(() => {
  act(() => {
    vi.runAllTimers();
  });
  vi.useRealTimers();
  keepMessages(false);
});

const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
const region = () => screen.getByRole('region', { name: 'Messages' });
function advance(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

test('a toast disappears after two seconds, and its text stays for screen readers for ten seconds', () => {
  act(() => showToast('Copy success.'));
  expect(region().textContent).toBe('Copy success.');
  expect(screen.getByRole('status').textContent).toBe('Copy success.');
  advance(2_000);
  expect(region().textContent).toBe('');
  advance(7_900);
  expect(screen.getByRole('status').textContent).toBe('Copy success.');
  advance(200);
  expect(screen.getByRole('status').textContent).toBe('');
});

test('a notice disappears after three seconds', () => {
  act(() => showToast('Back online', { tone: 'notice', duration: 3_000 }));
  advance(2_900);
  expect(region().textContent).toBe('Back online');
  advance(200);
  expect(region().textContent).toBe('');
});

test('the timer of a toast pauses while the toast is under the pointer or has the focus', async () => {
  act(() => showToast('Card removed.'));
  await user.hover(screen.getByText('Card removed.', { selector: 'section p' }));
  advance(60_000);
  expect(region().textContent).toBe('Card removed.');
  await user.unhover(screen.getByText('Card removed.', { selector: 'section p' }));
  advance(2_100);
  expect(region().textContent).toBe('');

  act(() => showToast('Card removed.'));
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Dismiss' }));
  advance(60_000);
  expect(region().textContent).toBe('Card removed.');
  await user.keyboard('{Enter}');
  expect(region().textContent).toBe('');
});

test('dismissing a toast returns the focus to the previous element', async () => {
  render(<button type="button">Pay</button>);
  screen.getByRole('button', { name: 'Pay' }).focus();
  act(() => showToast('Card removed.'));
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Dismiss' }));
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pay' }));
});

test('if "Keep messages longer" is on, toasts stay for ten seconds', () => {
  keepMessages(true);
  act(() => showToast('Copy success.'));
  advance(9_900);
  expect(region().textContent).toBe('Copy success.');
  advance(200);
  expect(region().textContent).toBe('');
});

test('an announcement is only for screen readers', () => {
  act(() => announce('12 stations found'));
  expect(screen.getByRole('status').textContent).toBe('12 stations found');
  expect(region().textContent).toBe('');
});
