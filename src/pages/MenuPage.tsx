import { History, Phone, Settings } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useGetConfigQuery } from '../api/configApi.ts';
import { useGetMeQuery } from '../features/auth/authApi.ts';
import { selectIsSignedIn, selectUserDetail } from '../features/auth/clientUserSlice.ts';
import { withNext } from '../features/auth/next.ts';
import { Guest } from '../features/menu/Guest.tsx';
import styles from '../features/menu/menu.module.css';
import { Person } from '../features/menu/Person.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { RowLink } from '../ui/RowLink.tsx';
import { Screen } from '../ui/Screen.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

function Me() {
  const signedIn = useSelector(selectIsSignedIn);
  const kept = useSelector(selectUserDetail);
  const { data: me = kept, isError, refetch } = useGetMeQuery(undefined, { skip: !signedIn });
  if (!signedIn) return <Guest loginPath={withNext('/login', '/menu')} />;
  if (me) return <Person name={me.name} phone={me.phone} userId={me.id} photo={me.photo} />;
  return isError ? <ErrorState onRetry={() => void refetch()} /> : <Skeleton lines={2} />;
}

/** Everything that is not needed daily. */
export function MenuPage() {
  const { t } = useTranslation(['menu', 'titles']);
  const { data: config } = useGetConfigQuery();
  const supportPhone = config?.brand.supportPhone ?? '';
  return (
    <Screen heading={t(($) => $.titles.menu)}>
      <Me />
      <nav aria-label={t(($) => $.rows)}>
        <RowLink
          to="/history"
          icon={<History />}
          label={t(($) => $.history)}
          detail={t(($) => $.historyDetail)}
        />
        <RowLink
          to="/setting"
          icon={<Settings />}
          label={t(($) => $.settings)}
          detail={t(($) => $.settingsDetail)}
        />
        {supportPhone === '' ? null : (
          <a className={styles['support']} href={`tel:${supportPhone.replace(/[^+\d]/g, '')}`}>
            <Phone aria-hidden="true" />
            <span>
              <strong>{t(($) => $.support)}</strong>
              <bdi className={styles['detail']}>{supportPhone}</bdi>
            </span>
          </a>
        )}
      </nav>
      <p className={styles['version']}>{t(($) => $.version, { version: __APP_VERSION__ })}</p>
    </Screen>
  );
}
