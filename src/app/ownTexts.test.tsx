import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { useLanguage } from '../lib/language/language.ts';
import { ownTexts, withTexts } from '../lib/language/texts.ts';
import { startTexts } from '../testing/texts.ts';

beforeAll(() => startTexts('es'));

const say = (word: string) => () => Promise.resolve({ default: { word } });

function Page() {
  const { language, changeLanguage } = useLanguage();
  return (
    <>
      <h1>{String(i18next.getResource(language, 'own', 'word'))}</h1>
      <button type="button" onClick={() => void changeLanguage('zh-CN')}>
        简体中文
      </button>
    </>
  );
}

test('the strings of a page load with its code, and change with the language', async () => {
  const load = async () => {
    ownTexts('own', { en: say('word'), es: say('palabra'), 'zh-CN': say('词') });
    return Page;
  };
  const Part = await withTexts(load(), 'own');
  expect(i18next.hasResourceBundle('en', 'own')).toBe(false);
  render(<Part />);
  expect(screen.getByRole('heading').textContent).toBe('palabra');
  await userEvent.click(screen.getByRole('button', { name: '简体中文' }));
  await screen.findByRole('heading', { name: '词' });
});

test('no page waits for the strings of another page', async () => {
  const late = () => new Promise<never>(() => {});
  ownTexts('late', { en: late, es: late, 'zh-CN': late });
  void withTexts(Promise.resolve(Page), 'late');
  expect(await withTexts(Promise.resolve(Page))).toBe(Page);
});
