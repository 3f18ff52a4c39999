import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ErrorBoundary } from './ErrorBoundary.tsx';

/** React says what broke, once; the setup of tests takes that for a mistake. */
const said = () => vi.spyOn(console, 'error').mockImplementation(() => {});

function Part({ broken }: { broken: boolean }) {
  if (broken) throw new Error('a bug');
  return <p>in order</p>;
}

afterEach(() => vi.restoreAllMocks());

test('a part that breaks leaves the rest standing, and is said once', () => {
  const error = said();
  render(
    <>
      <ErrorBoundary>
        <Part broken />
      </ErrorBoundary>
      <main>the rest</main>
    </>,
  );
  expect(screen.getByText('the rest')).toBeDefined();
  expect(screen.queryByText('in order')).toBeNull();
  expect(error).toHaveBeenCalledTimes(1);
});

test('something may stand in for it, until there is reason to try again', () => {
  said();
  const show = (broken: boolean, attempt: string) => (
    <ErrorBoundary fallback={<p>broken</p>} attempt={attempt}>
      <Part broken={broken} />
    </ErrorBoundary>
  );
  const { rerender } = render(show(true, '/a'));
  expect(screen.getByText('broken')).toBeDefined();
  rerender(show(false, '/a'));
  expect(screen.getByText('broken')).toBeDefined();
  rerender(show(false, '/b'));
  expect(screen.getByText('in order')).toBeDefined();
});
