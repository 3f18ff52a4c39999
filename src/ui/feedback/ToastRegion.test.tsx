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
function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

test('a toast goes after two seconds; its text stays readable for ten', () => {
  act(() => showToast('Copy success.'));
  expect(region().textContent).toBe('Copy success.');
  expect(screen.getByRole('status').textContent).toBe('Copy success.');
  pass(2_000);
  expect(region().textContent).toBe('');
  pass(7_900);
  expect(screen.getByRole('status').textContent).toBe('Copy success.');
  pass(200);
  expect(screen.getByRole('status').textContent).toBe('');
});

test('a notice stays three seconds', () => {
  act(() => showToast('Back online', { tone: 'notice', duration: 3_000 }));
  pass(2_900);
  expect(region().textContent).toBe('Back online');
  pass(200);
  expect(region().textContent).toBe('');
});

test('time stands still while the pointer or the focus is on it', async () => {
  act(() => showToast('Card removed.'));
  await user.hover(screen.getByText('Card removed.', { selector: 'section p' }));
  pass(60_000);
  expect(region().textContent).toBe('Card removed.');
  await user.unhover(screen.getByText('Card removed.', { selector: 'section p' }));
  pass(2_100);
  expect(region().textContent).toBe('');

  act(() => showToast('Card removed.'));
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Dismiss' }));
  pass(60_000);
  expect(region().textContent).toBe('Card removed.');
  await user.keyboard('{Enter}');
  expect(region().textContent).toBe('');
});

test('dismissing gives the focus back to where it came from', async () => {
  render(<button type="button">Pay</button>);
  screen.getByRole('button', { name: 'Pay' }).focus();
  act(() => showToast('Card removed.'));
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Dismiss' }));
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pay' }));
});

test('who asked for it sees messages for ten seconds', () => {
  keepMessages(true);
  act(() => showToast('Copy success.'));
  pass(9_900);
  expect(region().textContent).toBe('Copy success.');
  pass(200);
  expect(region().textContent).toBe('');
});

test('an announcement is only said', () => {
  act(() => announce('12 stations found'));
  expect(screen.getByRole('status').textContent).toBe('12 stations found');
  expect(region().textContent).toBe('');
});
