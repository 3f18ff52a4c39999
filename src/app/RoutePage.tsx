import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLazyPart } from '../lib/useLazyPart.ts';
import { PageErrorBoundary } from './PageErrorBoundary.tsx';
import { PageFailed } from './PageFailed.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import type { Route } from './routes.ts';

/** A page of the table: its title, its code, and what stands there until the code has come. */
export function RoutePage({ route }: { route: Route }) {
  const { t } = useTranslation('titles');
  const state = useLazyPart(route.page);
  const title = t(($) => $[route.title]);

  useEffect(() => {
    document.title = title;
  }, [title]);

  if (state.status === 'failed') return <PageFailed heading={title} />;
  if (state.status !== 'ready') return <PageSkeleton heading={title} />;
  return (
    <PageErrorBoundary heading={title} key={route.path}>
      <state.Part />
    </PageErrorBoundary>
  );
}
