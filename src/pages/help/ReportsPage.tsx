import { useTranslation } from 'react-i18next';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { helpWords } from '../../features/help/helpWords.ts';
import { Reports } from '../../features/support/Reports.tsx';
import { ownTexts } from '../../lib/language/texts.ts';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Support } from '../menu/Support.tsx';

ownTexts('help', helpWords);

/** The rider's reports, with the answers of support. */
export function ReportsPage() {
  const { t } = useTranslation('titles');
  return (
    <SignedInOnly guests>
      <Screen heading={t(($) => $.reports)}>
        <Reports />
        <Support />
      </Screen>
    </SignedInOnly>
  );
}
