import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { useHeadingFocus } from '../../ui/screen/useHeadingFocus.ts';

export interface PageOfflineProps {
  heading: string;
  /** Whether money moves there, or a charger is unlocked. */
  isPayment: boolean;
}

/** A page that does nothing without the network, and is not on this device. It opens once that is back. */
export function PageOffline({ heading, isPayment }: PageOfflineProps) {
  const { t } = useTranslation(['common', 'messages']);
  const ref = useHeadingFocus();
  return (
    <main className="page-start">
      <h1 ref={ref} tabIndex={-1}>
        {heading}
      </h1>
      <p role="alert">
        {isPayment ? t(($) => $.messages.offlineActions) : t(($) => $.needsConnection)}
      </p>
      <ButtonLink to="/home">{t(($) => $.messages.backToHome)}</ButtonLink>
    </main>
  );
}
