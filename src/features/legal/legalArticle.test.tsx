import { render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { startTexts } from '../../testing/texts.ts';
import { LegalArticle } from './LegalArticle.tsx';
import { loadLegalTexts } from './legalTexts.ts';

beforeAll(async () => {
  await startTexts();
  await i18next.loadNamespaces('settings');
});

const banner = 'This is a template. The operator replaces it with their own text.';

test('the article marks the product’s own texts as templates, but not an operator’s texts', async () => {
  const { isTemplate, ...own } = await loadLegalTexts('en');
  expect(isTemplate).toBe(true);
  const props = { document: 'terms', brand: 'Slot', supportPhone: '' } as const;
  const { rerender } = render(<LegalArticle texts={{ ...own, isTemplate: true }} {...props} />);
  expect(screen.getByText(banner)).toBeDefined();
  rerender(<LegalArticle texts={own} {...props} />);
  expect(screen.queryByText(banner)).toBeNull();
});

test.each(['es', 'zh-CN'] as const)(
  'the article marks the texts in %s as templates, too',
  async (language) => {
    expect((await loadLegalTexts(language)).isTemplate).toBe(true);
  },
);
