import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { PageErrorBoundary } from './PageErrorBoundary.tsx';
import { PageFailed } from './PageFailed.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import type { Route } from './routes.ts';

/** A page of the table: its title, its code, and what stands there until the code has come. */
export function RoutePage({ route }: { route: Route }) {
  const { t } = useTranslation('titles');
  const state = useSyncExternalStore(route.page.subscribe, () => route.page.state);
  const title = t(($) => $[route.title]);

  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    void route.page.fetch();
  }, [route]);

  if (state.status === 'failed') return <PageFailed heading={title} />;
  if (state.status !== 'ready') return <PageSkeleton heading={title} />;
  return (
    <PageErrorBoundary heading={title} key={route.path}>
      <state.Page />
    </PageErrorBoundary>
  );
}
