import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import styles from '../features/menu/menu.module.css';
import { useLazyPart } from '../lib/useLazyPart.ts';
import { useWide } from '../lib/useWide.ts';
import { RowLink } from '../ui/RowLink.tsx';
import { Screen } from '../ui/Screen.tsx';
import { menuDestinations } from './menu/destinations.tsx';
import { Me } from './menu/Me.tsx';
import { railPart } from './menu/railPart.ts';
import { Support } from './menu/Support.tsx';

/** Everything that is not needed daily. */
export function MenuPage() {
  const { t } = useTranslation(['menu', 'titles']);
  const isWide = useWide();
  const rail = useLazyPart(railPart, isWide);
  // All of it stands beside every page already.
  if (isWide && rail.status === 'ready') return <Navigate to="/home" replace />;

  return (
    <Screen heading={t(($) => $.titles.menu)}>
      <Me here="/menu" />
      <nav aria-label={t(($) => $.rows)}>
        {menuDestinations.map(({ to, icon, label, detail }) => (
          <RowLink
            key={to}
            to={to}
            icon={icon}
            label={t(($) => $[label])}
            detail={t(($) => $[detail])}
          />
        ))}
        <Support />
      </nav>
      <p className={styles['version']}>{t(($) => $.version, { version: __APP_VERSION__ })}</p>
    </Screen>
  );
}
