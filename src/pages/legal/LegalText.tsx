import { useTranslation } from 'react-i18next';
import { useGetConfigQuery } from '../../api/configApi.ts';
import { legalArticles } from '../../features/legal/legalArticles.tsx';
import type { LegalDocument, LegalSection } from '../../features/legal/legalTexts.ts';
import { useLanguage } from '../../lib/language.ts';
import { useLazyPart } from '../../lib/useLazyPart.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

export interface LegalTextProps {
  document: LegalDocument;
  /** What is agreed on besides. */
  more?: LegalSection | undefined;
}

/** One of the texts in the language of the app, with the operator's name and phone. */
export function LegalText({ document, more }: LegalTextProps) {
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
  return <article.Part document={document} brand={name} supportPhone={supportPhone} more={more} />;
}
