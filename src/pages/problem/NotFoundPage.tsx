import { CircleHelp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { ResultScreen } from '../../ui/feedback/ResultScreen.tsx';

/** The page for an unknown address. */
export function NotFoundPage() {
  const { t } = useTranslation(['titles', 'common', 'messages']);
  return (
    <ResultScreen
      tone="problem"
      symbol={<CircleHelp />}
      heading={t(($) => $.notFound)}
      alert={t(($) => $.messages.pageNotFound)}
      back
      actions={
        <>
          <ButtonLink to="/home" replace>
            {t(($) => $.common.backToHome)}
          </ButtonLink>
          <ButtonLink to="/search" variant="quiet" replace>
            {t(($) => $.search)}
          </ButtonLink>
          <ButtonLink to="/help" variant="text" replace>
            {t(($) => $.help)}
          </ButtonLink>
        </>
      }
    />
  );
}
