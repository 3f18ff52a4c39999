import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { startTexts } from '../../testing/texts.ts';
import { DatedText } from './DatedText.tsx';

const english = (container: HTMLElement) =>
  [...container.querySelectorAll('[lang="en"]')].map(({ textContent }) => textContent);

test('dates in a sentence are marked as English on a page in another language', async () => {
  await startTexts('es');
  const text = 'Entre el Nov 3, 2026 y el Nov 9, 2026 en tu cuenta.';
  const dates = ['Nov 3, 2026', 'Nov 9, 2026'];
  const { container } = render(<DatedText text={text} dates={dates} />);
  expect(container.textContent).toBe(text);
  expect(english(container)).toEqual(dates);
});

test('a date is a block of its own, but a time is not, because the full stop after a time must not be alone on the next line', async () => {
  await startTexts('es');
  const text = 'Desde el Nov 3, 2026 hasta las 1:05\u00A0PM.';
  const { container } = render(<DatedText text={text} dates={['Nov 3, 2026', '1:05\u00A0PM']} />);
  const blocks = [...container.querySelectorAll('.unbroken')].map((block) => block.textContent);
  expect(blocks).toEqual(['Nov 3, 2026']);
});

test('a sentence without the date is shown as it is', async () => {
  await startTexts('zh-CN');
  const { container } = render(<DatedText text="已归还。" dates={['Nov 3, 2026']} />);
  expect(container.textContent).toBe('已归还。');
});

test('on an English page, dates are not marked', async () => {
  await startTexts('en');
  const { container } = render(<DatedText text="On Nov 3, 2026." dates={['Nov 3, 2026']} />);
  expect(container.innerHTML).toBe('On Nov 3, 2026.');
});
