import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useConnection, watchConnection } from '../../api/connection.ts';
import { fetchFailed } from '../../lib/loading/lazyPart.ts';
import type { LazyPart } from '../../lib/loading/lazyPart.ts';
import { useLazyPart } from '../../lib/loading/useLazyPart.ts';
import { ErrorBoundary } from '../../ui/feedback/ErrorBoundary.tsx';
import { PageFailed } from './PageFailed.tsx';
import { PageOffline } from './PageOffline.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';

export interface LazyPageProps {
  /** The title of the page. It is undefined until the title is known. */
  heading?: string | undefined;
  page: LazyPart<object>;
}

/**
 * Shows a page. While the code of the page loads, shows a skeleton. If the code fails to load, or if
 * the page crashes, shows an error. The code is requested several times before it counts as failed.
 * But if the server cannot be reached, the error appears after the first failed request.
 */
export function LazyPage({ heading, page }: LazyPageProps) {
  const { t } = useTranslation('common');
  const { pathname, key } = useLocation();
  const state = useLazyPart(page);
  const isOffline = useConnection() === 'offline';
  const isMissed = state.status === 'loading' && state.isMissed;

  useEffect(
    () =>
      watchConnection((connection) => {
        if (connection === 'online') fetchFailed();
      }),
    [],
  );

  if (isOffline && (isMissed || state.status === 'failed')) {
    return (
      <PageOffline
        heading={heading ?? t(($) => $.pageFailed)}
        isPayment={pathname.startsWith('/payment')}
      />
    );
  }
  if (state.status === 'failed') return <PageFailed heading={heading} />;
  if (state.status !== 'ready') return <PageSkeleton heading={heading ?? t(($) => $.loading)} />;
  return (
    <ErrorBoundary fallback={<PageFailed heading={heading} />} attempt={key}>
      <state.Part />
    </ErrorBoundary>
  );
}
