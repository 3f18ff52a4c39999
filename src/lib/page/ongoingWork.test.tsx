import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  beginWork,
  isWorkOngoing,
  useIsWorkOngoing,
  useOngoingWork,
  watchOngoingWork,
} from './ongoingWork.ts';

test('what was begun twice is under way until both are over', () => {
  const first = beginWork('money');
  const second = beginWork('money');
  first();
  // Over is over, however often it is said.
  first();
  expect(isWorkOngoing()).toBe(true);
  expect(isWorkOngoing('typing', 'money')).toBe(true);
  expect(isWorkOngoing('typing', 'camera')).toBe(false);
  second();
  expect(isWorkOngoing()).toBe(false);
});

test('whoever watches hears of each beginning and each end', () => {
  const hear = vi.fn<() => void>();
  const stop = watchOngoingWork(hear);
  beginWork('sending')();
  expect(hear).toHaveBeenCalledTimes(2);
  stop();
  beginWork('sending')();
  expect(hear).toHaveBeenCalledTimes(2);
});

function Form({ typed }: { typed: string }) {
  useOngoingWork('typing', typed !== '');
  return <p>{useIsWorkOngoing('typing') ? 'held' : 'free'}</p>;
}

test('a form holds while something is typed in it, and lets go when it is left', () => {
  const { rerender, unmount } = render(<Form typed="" />);
  screen.getByText('free');
  rerender(<Form typed="a" />);
  screen.getByText('held');
  rerender(<Form typed="" />);
  screen.getByText('free');
  rerender(<Form typed="b" />);
  unmount();
  expect(isWorkOngoing()).toBe(false);
});
