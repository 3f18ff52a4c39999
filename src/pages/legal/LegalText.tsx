import { useTranslation } from 'react-i18next';
import { useConnection } from '../../api/connection.ts';
import { useGetConfigQuery } from '../../api/configApi.ts';
import { legalArticles } from '../../features/legal/legalArticles.tsx';
import type { LegalDocument, LegalSection } from '../../features/legal/legalTexts.ts';
import { useLanguage } from '../../lib/language/language.ts';
import { useLazyPart } from '../../lib/loading/useLazyPart.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';

export interface LegalTextProps {
  document: LegalDocument;
  /** Additional terms below the text. */
  more?: LegalSection | undefined;
}

/** A legal text in the language of the app, with the operator's name and phone number. */
export function LegalText({ document, more }: LegalTextProps) {
  const { t } = useTranslation('errors');
  const { language } = useLanguage();
  const part = legalArticles[language];
  const article = useLazyPart(part);
  const offline = useConnection() === 'offline';
  const { data: config } = useGetConfigQuery();
  // While the server cannot be reached, offer to load the text again already after the first failed attempt.
  const isMissed = article.status === 'loading' && article.isMissed && offline;
  if (article.status === 'failed' || isMissed) {
    return <ErrorState message={t(($) => $.network)} onRetry={() => void part.fetch()} />;
  }
  if (article.status !== 'ready') return <Skeleton lines={6} />;
  const { name, supportPhone } = config?.brand ?? { name: '', supportPhone: '' };
  return <article.Part document={document} brand={name} supportPhone={supportPhone} more={more} />;
}
