import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Navigate } from 'react-router-dom';
import { selectIsSignedIn } from '../../features/auth/clientUserSlice.ts';
import styles from '../../features/menu/menu.module.css';
import { UnreadCount, UnreadLabel, useUnreadCount } from '../../features/notifications/Unread.tsx';
import { useLazyPart } from '../../lib/loading/useLazyPart.ts';
import { useWideScreen } from '../../lib/device/useWideScreen.ts';
import { RowLink } from '../../ui/link/RowLink.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { menuDestinations } from './destinations.tsx';
import { InstallRow } from './InstallRow.tsx';
import { MenuAccount } from './MenuAccount.tsx';
import { railPart } from './railPart.ts';
import { Support } from './Support.tsx';
import { useIsDestinationShown } from './useIsDestinationShown.ts';

/** The menu: the account, the links to the pages of the app, and the phone number of support. */
export function MenuPage() {
  const { t } = useTranslation(['menu', 'titles']);
  const isWide = useWideScreen();
  const isThere = useIsDestinationShown();
  const unread = useUnreadCount(useSelector(selectIsSignedIn));
  const rail = useLazyPart(railPart, isWide);
  // On a wide screen, the rail next to every page already shows the same content.
  if (isWide && rail.status === 'ready') return <Navigate to="/home" replace />;

  return (
    <Screen heading={t(($) => $.titles.menu)}>
      <MenuAccount here="/menu" />
      <nav aria-label={t(($) => $.rows)}>
        {menuDestinations
          .filter(isThere)
          .map(({ to, icon, label, detail, countsUnread = false }) => (
            <RowLink
              key={to}
              to={to}
              icon={icon}
              label={
                countsUnread ? (
                  <UnreadLabel label={t(($) => $[label])} count={unread} />
                ) : (
                  t(($) => $[label])
                )
              }
              detail={t(($) => $[detail])}
              end={countsUnread ? <UnreadCount count={unread} /> : null}
            />
          ))}
        <InstallRow icon={<Download />} />
        <Support />
      </nav>
      <p className={styles['version']}>{t(($) => $.version, { version: __APP_VERSION__ })}</p>
    </Screen>
  );
}
