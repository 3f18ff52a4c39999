import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { RouteParamsContext } from '../../lib/navigation/routeParams.ts';
import { routeOf } from './routeOf.ts';
import { RoutePage } from './RoutePage.tsx';

// For who fetches a page beforehand: one file brings the table to both.
export { routeOf } from './routeOf.ts';

/** The page of the address, if that is not home. */
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
