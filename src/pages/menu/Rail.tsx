import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { useGetConfigQuery } from '../../api/configApi.ts';
import { selectIsSignedIn } from '../../features/auth/clientUserSlice.ts';
import { isLoginPath } from '../../features/auth/returnPath.ts';
import { UnreadCount, UnreadLabel, useUnreadCount } from '../../features/notifications/Unread.tsx';
import { Brand } from '../../ui/display/Brand.tsx';
import { Link } from '../../ui/link/Link.tsx';
import { railDestinations } from './destinations.tsx';
import { MenuAccount } from './MenuAccount.tsx';
import styles from './Rail.module.css';
import { Support } from './Support.tsx';
import { useIsDestinationShown } from './useIsDestinationShown.ts';

/**
 * Pages that belong to a destination, but have a path that does not begin with the destination's
 * path.
 */
const belongsTo: readonly (readonly [page: string, destination: string])[] = [
  ['/payment/unlockChanger', '/home'],
  ['/share', '/coupon'],
  ['/pdfDownload', '/history'],
  ['/startGuide', '/help'],
  ['/new-user-prom', '/new-user-promo'],
];

const isWithin = (pathname: string, path: string) =>
  pathname === path || pathname.startsWith(`${path}/`);

/**
 * Returns the path of the open destination; undefined if none is open. A destination is open if its page, or a page
 * that belongs to it, is open.
 */
function currentOf(pathname: string): string | undefined {
  return railDestinations
    .map(({ to }) => [to, to] as const)
    .concat(belongsTo)
    .filter(([path]) => isWithin(pathname, path))
    .toSorted(([a], [b]) => b.length - a.length)[0]?.[1];
}

/** The menu at the side of every page on wide screens. */
export function Rail() {
  const { t } = useTranslation(['menu', 'titles']);
  const { pathname, search } = useLocation();
  const { data: config } = useGetConfigQuery();
  const current = currentOf(pathname);
  const isThere = useIsDestinationShown();
  const unread = useUnreadCount(useSelector(selectIsSignedIn));
  return (
    <div className={styles['rail']}>
      <Link to="/home" className={styles['brand']} aria-label={t(($) => $.home)}>
        <Brand name={config?.brand.name ?? ''} />
      </Link>
      <nav aria-label={t(($) => $.rows)}>
        <ul className={styles['rows']}>
          {railDestinations.filter(isThere).map(({ to, icon, label, countsUnread = false }) => (
            <li key={to}>
              <Link
                to={to}
                className={styles['row']}
                aria-current={to === pathname ? 'page' : to === current ? 'true' : undefined}
              >
                <span className={styles['icon']} aria-hidden="true">
                  {icon}
                </span>
                {countsUnread ? (
                  <>
                    <span className={styles['label']}>
                      <UnreadLabel label={t(($) => $[label])} count={unread} />
                    </span>
                    <UnreadCount count={unread} />
                  </>
                ) : (
                  t(($) => $[label])
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles['foot']}>
        {isLoginPath(pathname) ? null : <MenuAccount here={pathname + search} isNarrow />}
        <div className={styles['more']}>
          <Support />
          <p className={styles['version']}>{t(($) => $.version, { version: __APP_VERSION__ })}</p>
        </div>
      </div>
    </div>
  );
}
