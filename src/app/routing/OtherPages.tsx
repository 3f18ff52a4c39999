import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { RouteParamsContext } from '../../lib/navigation/routeParams.ts';
import { routeOf } from './routeOf.ts';
import { RoutePage } from './RoutePage.tsx';

// `fetchPage` imports `routeOf` from this file, so that the table of routes and this component are
// in the same chunk.
export { routeOf } from './routeOf.ts';

/** Shows the page of the current address, unless that page is home. */
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
