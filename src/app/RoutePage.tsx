import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection, watchConnection } from '../api/connection.ts';
import { useLazyPart } from '../lib/useLazyPart.ts';
import { PageErrorBoundary } from './PageErrorBoundary.tsx';
import { PageFailed } from './PageFailed.tsx';
import { PageOffline } from './PageOffline.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import type { Route } from './routes.ts';

/** A page of the table: its title, its code, and what stands there until the code has come. */
export function RoutePage({ route }: { route: Route }) {
  const { t } = useTranslation('titles');
  const state = useLazyPart(route.page);
  const title = t(($) => $[route.title]);
  const isOffline = useConnection() === 'offline';
  const isMissed = state.status === 'loading' && state.isMissed;

  useEffect(() => {
    document.title = title;
  }, [title]);

  useEffect(
    () =>
      watchConnection((connection) => {
        if (connection === 'online') void route.page.fetch();
      }),
    [route],
  );

  if (isOffline && (isMissed || state.status === 'failed')) {
    return <PageOffline heading={title} isPayment={route.path.startsWith('/payment')} />;
  }
  if (state.status === 'failed') return <PageFailed heading={title} />;
  if (state.status !== 'ready') return <PageSkeleton heading={title} />;
  return (
    <PageErrorBoundary heading={title} key={route.path}>
      <state.Part />
    </PageErrorBoundary>
  );
}
