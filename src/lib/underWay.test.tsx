import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { begin, isUnderWay, useIsUnderWay, useUndertaking, watchUnderWay } from './underWay.ts';

test('what was begun twice is under way until both are over', () => {
  const first = begin('money');
  const second = begin('money');
  first();
  // Over is over, however often it is said.
  first();
  expect(isUnderWay()).toBe(true);
  expect(isUnderWay('typing', 'money')).toBe(true);
  expect(isUnderWay('typing', 'camera')).toBe(false);
  second();
  expect(isUnderWay()).toBe(false);
});

test('whoever watches hears of each beginning and each end', () => {
  const hear = vi.fn<() => void>();
  const stop = watchUnderWay(hear);
  begin('sending')();
  expect(hear).toHaveBeenCalledTimes(2);
  stop();
  begin('sending')();
  expect(hear).toHaveBeenCalledTimes(2);
});

function Form({ typed }: { typed: string }) {
  useUndertaking('typing', typed !== '');
  return <p>{useIsUnderWay('typing') ? 'held' : 'free'}</p>;
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
  expect(isUnderWay()).toBe(false);
});
