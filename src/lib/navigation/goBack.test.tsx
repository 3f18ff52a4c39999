import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { backTarget, useGoBack } from './goBack.ts';

function Page() {
  const goBack = useGoBack();
  const { pathname, search } = useLocation();
  return (
    <>
      <p role="status">{`${pathname}${search}`}</p>
      <button type="button" onClick={goBack}>
        Back
      </button>
    </>
  );
}

async function backFrom(...entries: string[]): Promise<string | null> {
  render(
    <MemoryRouter initialEntries={entries} initialIndex={entries.length - 1}>
      <Page />
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  return screen.getByRole('status').textContent;
}

describe('Back', () => {
  // Simulate a browser, in which the router numbers the history entries.
  beforeEach(() => window.history.replaceState({ idx: 2 }, ''));

  test.each(['/search', '/getFree', '/notification', '/history', '/payment', '/help', '/setting'])(
    'leads home from %s',
    async (path) => {
      expect(await backFrom('/menu', path)).toBe('/home');
    },
  );

  test.each([
    '/history/detail?orderId=1',
    '/payment/unlockChanger',
    '/setting/changeLanguage',
    '/login',
  ])('leads one step back from %s', async (path) => {
    expect(await backFrom('/menu', path)).toBe('/menu');
  });

  test.each([
    '/payment/unlockChanger?equip_id=A10427',
    '/history/detail?link=x',
    '/login?a=1&equip_id=',
  ])('leads home from %s, which the link of a station opened', async (path) => {
    expect(await backFrom('/menu', path)).toBe('/home');
  });

  test('leads home from the first page', async () => {
    window.history.replaceState({ idx: 0 }, '');
    expect(await backFrom('/history/detail')).toBe('/home');
  });

  test('recognizes the first page without numbered entries', async () => {
    window.history.replaceState(null, '');
    expect(await backFrom('/history/detail')).toBe('/home');
  });
});

test('a path that only begins like one of these pages is treated as any other page', () => {
  const page = { search: '', firstInHistory: false };
  expect(backTarget({ ...page, pathname: '/payments' })).toBe('previous');
  expect(backTarget({ ...page, pathname: '/payment/addNewCard' })).toBe('previous');
});
