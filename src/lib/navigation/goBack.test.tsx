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
  // As in a browser, whose router has numbered its entries.
  beforeEach(() => window.history.replaceState({ idx: 2 }, ''));

  test.each(['/search', '/getFree', '/notification', '/history', '/payment', '/help', '/setting'])(
    'leads from %s home',
    async (path) => {
      expect(await backFrom('/menu', path)).toBe('/home');
    },
  );

  test.each([
    '/history/detail?orderId=1',
    '/payment/unlockChanger',
    '/setting/changeLanguage',
    '/login',
  ])('leads from %s one step back', async (path) => {
    expect(await backFrom('/menu', path)).toBe('/menu');
  });

  test.each([
    '/payment/unlockChanger?equip_id=A10427',
    '/history/detail?link=x',
    '/login?a=1&equip_id=',
  ])('leads home from %s, which a station opened', async (path) => {
    expect(await backFrom('/menu', path)).toBe('/home');
  });

  test('leads home from the first page', async () => {
    window.history.replaceState({ idx: 0 }, '');
    expect(await backFrom('/history/detail')).toBe('/home');
  });

  test('knows the first page without numbers', async () => {
    window.history.replaceState(null, '');
    expect(await backFrom('/history/detail')).toBe('/home');
  });
});

test('a path that only begins like a spoke is none', () => {
  const page = { search: '', firstInHistory: false };
  expect(backTarget({ ...page, pathname: '/payments' })).toBe('previous');
  expect(backTarget({ ...page, pathname: '/payment/addNewCard' })).toBe('previous');
});
