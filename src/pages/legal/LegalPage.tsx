import { useTranslation } from 'react-i18next';
import { RowLink } from '../../ui/link/RowLink.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';

/** The list of legal texts. */
export function LegalPage() {
  const { t } = useTranslation(['settings', 'titles']);
  return (
    <Screen heading={t(($) => $.titles.legal)}>
      <div>
        <RowLink
          to="/setting/legal/terms"
          label={t(($) => $.titles.terms)}
          detail={t(($) => $.legal.termsDetail)}
        />
        <RowLink
          to="/setting/legal/privacy"
          label={t(($) => $.titles.privacy)}
          detail={t(($) => $.legal.privacyDetail)}
        />
        <RowLink
          to="/new-user-prom/terms"
          label={t(($) => $.titles.promotionTerms)}
          detail={t(($) => $.legal.promotionsDetail)}
        />
        <RowLink
          to="/setting/legal/licenses"
          label={t(($) => $.titles.licenses)}
          detail={t(($) => $.licenses.detail)}
        />
      </div>
    </Screen>
  );
}
