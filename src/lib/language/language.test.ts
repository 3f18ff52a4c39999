import { describe, expect, test } from 'vitest';
import { languageToOffer, startLanguage } from './language.ts';

const browser = (...languages: string[]) => ({ language: languages[0] ?? '', languages });

describe('startLanguage', () => {
  test.each([
    ['en', ['es-MX']],
    ['zh-CN', ['en-US']],
    ['es', ['en-US']],
  ])(
    'the saved language %s takes precedence over the preferred languages %s',
    (saved, preferred) => {
      expect(startLanguage(saved, browser(...preferred))).toBe(saved);
    },
  );

  test.each([
    [['es'], 'es'],
    [['es-MX', 'en'], 'es'],
    [['ES-419'], 'es'],
    [['en-US', 'fr', 'es-US'], 'es'],
    [['zh-CN', 'es'], 'es'],
    [['en-US'], 'en'],
    [['zh-CN', 'zh'], 'en'],
    [['fr-FR'], 'en'],
    [['est', 'best-es'], 'en'],
    [[], 'en'],
  ])('a browser that prefers %s starts in %s', (preferred, language) => {
    expect(startLanguage(null, browser(...preferred))).toBe(language);
  });

  test('the start language also depends on navigator.language', () => {
    expect(startLanguage(null, { language: 'es-AR', languages: ['en'] })).toBe('es');
  });

  test.each(['', 'fr', 'zh', 'EN', '__proto__'])(
    'an invalid saved language %o is ignored',
    (saved) => {
      expect(startLanguage(saved, browser('es'))).toBe('es');
    },
  );
});

describe('languageToOffer', () => {
  test.each([
    ['es', null, ['en-US', 'es'], 'en'],
    ['en', null, ['zh-TW'], 'zh-CN'],
    ['en', null, ['zh-CN', 'en'], 'zh-CN'],
    ['es', null, ['es-MX', 'en'], null],
    ['en', null, ['fr', 'zh'], null],
    ['es', 'es', ['en-US', 'es'], null],
  ] as const)(
    'with the active language %s, the saved language %s and the browser %s, the offered language is %s',
    (active, saved, preferred, offer) => {
      expect(languageToOffer(active, saved, browser(...preferred))).toBe(offer);
    },
  );
});
