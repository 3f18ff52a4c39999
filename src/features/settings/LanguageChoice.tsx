import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLanguage, languages, useLanguage } from '../../lib/language/language.ts';
import { RadioCards } from '../../ui/field/RadioCards.tsx';

/**
 * The choice of the language. Each language has its own name for itself, such as `Español`. The app
 * changes its language at once, without a reload.
 */
export function LanguageChoice() {
  const { t } = useTranslation(['settings', 'errors', 'common']);
  const { language, changeLanguage } = useLanguage();
  const [failed, fail] = useState(false);

  const choose = async (value: string) => {
    if (!isLanguage(value)) return;
    fail(false);
    await changeLanguage(value);
  };

  return (
    <RadioCards
      legend={t(($) => $.languageLegend)}
      name="language"
      value={language}
      onChange={(value) => {
        // The promise rejects only if the strings could not be loaded.
        choose(value).catch(() => fail(true));
      }}
      error={failed ? t(($) => $.errors.network) : null}
      options={languages.map((value) => ({
        value,
        label: t(($) => $.common.languages[value]),
        lang: value,
      }))}
    />
  );
}
