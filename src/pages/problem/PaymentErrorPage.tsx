import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { ProblemPage } from './ProblemPage.tsx';

export function PaymentErrorPage() {
  const { t } = useTranslation(['messages', 'common']);
  return (
    <ProblemPage
      kind="paymentError"
      actions={(stationId) => (
        <>
          <ButtonLink
            to={stationId === null ? '/home' : `/payment/unlockChanger?equip_id=${stationId}`}
            variant="action"
            replace
          >
            {t(($) => $.changePaymentMethod)}
          </ButtonLink>
          <ButtonLink to="/home" variant="quiet" replace>
            {t(($) => $.common.backToHome)}
          </ButtonLink>
        </>
      )}
    />
  );
}
