import { useTranslation } from 'react-i18next';
import { LanguageChoice } from '../../features/settings/LanguageChoice.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';

/** The page on which the user chooses the language of the app. */
export function ChangeLanguagePage() {
  const { t } = useTranslation('titles');
  return (
    <Screen heading={t(($) => $.changeLanguage)}>
      <LanguageChoice />
    </Screen>
  );
}
