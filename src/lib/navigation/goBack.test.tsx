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
  // Simulate a browser, because in a browser the router numbers the history entries.
  beforeEach(() => window.history.replaceState({ idx: 2 }, ''));

  test.each(['/search', '/getFree', '/notification', '/history', '/payment', '/help', '/setting'])(
    'Back leads home from %s',
    async (path) => {
      expect(await backFrom('/menu', path)).toBe('/home');
    },
  );

  test.each([
    '/history/detail?orderId=1',
    '/payment/unlockChanger',
    '/setting/changeLanguage',
    '/login',
  ])('Back leads one step back from %s', async (path) => {
    expect(await backFrom('/menu', path)).toBe('/menu');
  });

  test.each([
    '/payment/unlockChanger?equip_id=A10427',
    '/history/detail?link=x',
    '/login?a=1&equip_id=',
  ])('Back leads home from %s, if the link of a station opened the page', async (path) => {
    expect(await backFrom('/menu', path)).toBe('/home');
  });

  test('Back leads home from the first page', async () => {
    window.history.replaceState({ idx: 0 }, '');
    expect(await backFrom('/history/detail')).toBe('/home');
  });

  test('Back detects the first page even if the history entries have no numbers', async () => {
    window.history.replaceState(null, '');
    expect(await backFrom('/history/detail')).toBe('/home');
  });
});

test('a path that only begins like one of these pages is treated like any other page', () => {
  const page = { search: '', firstInHistory: false };
  expect(backTarget({ ...page, pathname: '/payments' })).toBe('previous');
  expect(backTarget({ ...page, pathname: '/payment/addNewCard' })).toBe('previous');
});
