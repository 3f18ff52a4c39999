import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ErrorBoundary } from './ErrorBoundary.tsx';

/**
 * React logs the error once. Replace the console, because the test setup would otherwise make the
 * test fail.
 */
const mockConsole = () => vi.spyOn(console, 'error').mockImplementation(() => {});

function Part({ broken }: { broken: boolean }) {
  if (broken) throw new Error('a bug');
  return <p>in order</p>;
}

afterEach(() => vi.restoreAllMocks());

test('if a part crashes, the rest of the page stays, and React logs the error once', () => {
  const error = mockConsole();
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

test('the fallback is shown until `attempt` changes', () => {
  mockConsole();
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
