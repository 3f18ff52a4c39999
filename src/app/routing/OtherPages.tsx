import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { RouteParamsContext } from '../../lib/navigation/routeParams.ts';
import { routeOf } from './routeOf.ts';
import { RoutePage } from './RoutePage.tsx';

// Exported here for `fetchPage`, so that both load the route table in one file.
export { routeOf } from './routeOf.ts';

/** The page of the current address, if it is not home. */
export function OtherPages() {
  const { t } = useTranslation('titles');
  const { pathname } = useLocation();
  const { route, params } = useMemo(() => routeOf(pathname), [pathname]);
  return (
    <RouteParamsContext value={params}>
      <RoutePage key={route.path} title={t(($) => $[route.title])} page={route.page} />
    </RouteParamsContext>
  );
}
