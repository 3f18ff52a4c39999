import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { beforeAll, expect, test } from 'vitest';
import { useLanguage } from '../lib/language/language.ts';
import { ToastRegion } from '../ui/feedback/ToastRegion.tsx';
import { startTexts } from '../testing/texts.ts';

beforeAll(() => startTexts('es'));

function Page() {
  const { t } = useTranslation('common');
  const { language, changeLanguage } = useLanguage();
  return (
    <>
      <h1 lang={language}>{t(($) => $.chargers, { count: 1_000_000 })}</h1>
      <button type="button" onClick={() => void changeLanguage('zh-CN')}>
        简体中文
      </button>
    </>
  );
}

test.each([
  ['1:09 PM', 'Abierto hasta la 1:09 PM'],
  ['12:30 AM', 'Abierto hasta las 12:30 AM'],
  ['Nov 20, 2026, 1:05 PM', 'Abierto hasta el Nov 20, 2026, 1:05 PM'],
])('the Spanish article fits the time %s', (time, text) => {
  expect(i18next.t(($) => $.openUntil, { ns: 'stations', time })).toBe(text);
});

test('only the active language is loaded, and a change of the language needs no reload', async () => {
  expect(document.documentElement.lang).toBe('es');
  expect(i18next.hasResourceBundle('en', 'common')).toBe(false);
  expect(i18next.hasResourceBundle('zh-CN', 'common')).toBe(false);
  render(
    <>
      <Page />
      <ToastRegion />
    </>,
  );
  expect(screen.getByRole('heading').textContent).toBe('1000000\u00A0de cargadores');

  await userEvent.click(screen.getByRole('button', { name: '简体中文' }));
  await screen.findByRole('heading', { name: '1000000\u00A0个充电宝' });
  expect(document.documentElement).toMatchObject({ lang: 'zh-CN', dir: 'ltr' });
  expect(window.localStorage.getItem('changeLanguage')).toBe('zh-CN');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('语言：简体中文'));
  expect(i18next.hasResourceBundle('en', 'common')).toBe(false);
});
