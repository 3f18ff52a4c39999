import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { useHeadingFocus } from '../../ui/screen/useHeadingFocus.ts';

export interface PageOfflineProps {
  heading: string;
  /** True if riders pay on the page, or wait on it for a charger. */
  isPayment: boolean;
}

/**
 * Replaces a page that needs the network and is not cached. The page opens when the network is
 * back.
 */
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
