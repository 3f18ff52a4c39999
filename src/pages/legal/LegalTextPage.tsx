import { useTranslation } from 'react-i18next';
import { Screen } from '../../ui/screen/Screen.tsx';
import { LegalText } from './LegalText.tsx';

/** The terms of use. */
export function TermsPage() {
  const { t } = useTranslation('titles');
  return (
    <Screen heading={t(($) => $.terms)}>
      <LegalText document="terms" />
    </Screen>
  );
}

/** The privacy policy. */
export function PrivacyPage() {
  const { t } = useTranslation('titles');
  return (
    <Screen heading={t(($) => $.privacy)}>
      <LegalText document="privacy" />
    </Screen>
  );
}
