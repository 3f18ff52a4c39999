import { useTranslation } from 'react-i18next';
import { useGetConfigQuery } from '../api/configApi.ts';
import { legalArticles } from '../features/legal/legalArticles.tsx';
import type { LegalDocument } from '../features/legal/legalTexts.ts';
import { useLanguage } from '../lib/language.ts';
import { useLazyPart } from '../lib/useLazyPart.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Screen } from '../ui/Screen.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

function LegalText({ document }: { document: LegalDocument }) {
  const { t } = useTranslation('errors');
  const { language } = useLanguage();
  const part = legalArticles[language];
  const article = useLazyPart(part);
  const { data: config } = useGetConfigQuery();
  if (article.status === 'failed') {
    return <ErrorState message={t(($) => $.network)} onRetry={() => void part.fetch()} />;
  }
  if (article.status !== 'ready') return <Skeleton lines={6} />;
  const { name, supportPhone } = config?.brand ?? { name: '', supportPhone: '' };
  return <article.Part document={document} brand={name} supportPhone={supportPhone} />;
}

/** The terms of use. */
export function TermsPage() {
  const { t } = useTranslation('titles');
  return (
    <Screen heading={t(($) => $.terms)}>
      <LegalText document="terms" />
    </Screen>
  );
}

/** What becomes of a person's data. */
export function PrivacyPage() {
  const { t } = useTranslation('titles');
  return (
    <Screen heading={t(($) => $.privacy)}>
      <LegalText document="privacy" />
    </Screen>
  );
}
