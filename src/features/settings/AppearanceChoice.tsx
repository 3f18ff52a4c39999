import { useTranslation } from 'react-i18next';
import { themes, useTheme } from '../../lib/device/theme.ts';
import { RadioCards } from '../../ui/field/RadioCards.tsx';

/** The choice of a theme: system, light or black. A change is visible at once. */
export function AppearanceChoice() {
  const { t } = useTranslation('settings');
  const { theme, chooseTheme } = useTheme();
  const details = { system: t(($) => $.systemDetail), light: null, black: null };
  return (
    <RadioCards
      legend={t(($) => $.appearance)}
      name="appearance"
      value={theme}
      onChange={(value) => {
        const chosen = themes.find((known) => known === value);
        if (chosen) chooseTheme(chosen);
      }}
      options={themes.map((value) => ({
        value,
        label: t(($) => $[value]),
        detail: details[value],
      }))}
    />
  );
}
