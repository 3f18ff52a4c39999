import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { useHeadingFocus } from '../../ui/screen/useHeadingFocus.ts';

export interface PageOfflineProps {
  heading: string;
  /** True if riders pay on this page, or unlock a charger. */
  isPayment: boolean;
}

/**
 * Replaces a page that needs the network and is not cached. When the network is back, the page
 * opens.
 */
export function PageOffline({ heading, isPayment }: PageOfflineProps) {
  const { t } = useTranslation('common');
  const ref = useHeadingFocus();
  return (
    <main className="page-start">
      <h1 ref={ref} tabIndex={-1}>
        {heading}
      </h1>
      <p role="alert">{isPayment ? t(($) => $.offlineActions) : t(($) => $.needsConnection)}</p>
      <ButtonLink to="/home">{t(($) => $.backToHome)}</ButtonLink>
    </main>
  );
}
