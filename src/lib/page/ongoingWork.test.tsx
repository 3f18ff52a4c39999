import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  beginWork,
  isWorkOngoing,
  useIsWorkOngoing,
  useOngoingWork,
  watchOngoingWork,
} from './ongoingWork.ts';

test('work that began twice is ongoing until it has ended twice', () => {
  const first = beginWork('money');
  const second = beginWork('money');
  first();
  // A second call for the same work must change nothing.
  first();
  expect(isWorkOngoing()).toBe(true);
  expect(isWorkOngoing('typing', 'money')).toBe(true);
  expect(isWorkOngoing('typing', 'camera')).toBe(false);
  second();
  expect(isWorkOngoing()).toBe(false);
});

test('a listener is called whenever work begins or ends', () => {
  const listener = vi.fn<() => void>();
  const stop = watchOngoingWork(listener);
  beginWork('sending')();
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  beginWork('sending')();
  expect(listener).toHaveBeenCalledTimes(2);
});

function Form({ typed }: { typed: string }) {
  useOngoingWork('typing', typed !== '');
  return <p>{useIsWorkOngoing('typing') ? 'typing' : 'idle'}</p>;
}

test('a form counts as ongoing work while it contains typed text and is mounted', () => {
  const { rerender, unmount } = render(<Form typed="" />);
  screen.getByText('idle');
  rerender(<Form typed="a" />);
  screen.getByText('typing');
  rerender(<Form typed="" />);
  screen.getByText('idle');
  rerender(<Form typed="b" />);
  unmount();
  expect(isWorkOngoing()).toBe(false);
});
