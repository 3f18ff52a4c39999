import { useTranslation } from 'react-i18next';
import { useGetConfigQuery } from '../../api/configApi.ts';
import { apiErrorCode } from '../../api/apiError.ts';
import { useGetMeQuery } from '../../features/auth/authApi.ts';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { NotificationChoices } from '../../features/notifications/NotificationChoices.tsx';
import { DeviceSwitch } from '../../features/notifications/push/DeviceSwitch.tsx';
import styles from '../../features/notifications/push/push.module.css';
import { useNotificationSettings } from '../../features/notifications/useNotificationSettings.ts';
import { formatE164 } from '../../lib/format/phone.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';

export function NotificationSettingsPage() {
  return (
    <SignedInOnly>
      <NotificationSettings />
    </SignedInOnly>
  );
}

/** The settings for messages that the rider gets outside the app. */
function NotificationSettings() {
  const { t } = useTranslation(['notifications', 'titles', 'errors']);
  const { data: config } = useGetConfigQuery();
  const { data: me } = useGetMeQuery();
  const { settings, error, retry, save, notSaved, offline } = useNotificationSettings();
  return (
    <Screen heading={t(($) => $.titles.notificationSettings)}>
      {offline ? <p className={styles['reason']}>{t(($) => $.settings.offline)}</p> : null}
      <DeviceSwitch
        publicKey={config && (config.push?.publicKey ?? null)}
        userId={me?.id ?? null}
        offline={offline}
      />
      <p role="alert" className={styles['problem']}>
        {notSaved ? t(($) => $.settings.notSaved) : null}
      </p>
      {settings === undefined && error === undefined ? <Skeleton lines={8} /> : null}
      {settings === undefined && error ? (
        <ErrorState message={t(($) => $.errors[apiErrorCode(error)])} onRetry={retry} />
      ) : null}
      {settings ? (
        <NotificationChoices
          settings={settings}
          disabled={offline}
          phone={me?.phone ? formatE164(me.phone) : null}
          email={me?.emailConfirmed ? me.email : null}
          onChange={(change) => void save(change)}
        />
      ) : null}
    </Screen>
  );
}
