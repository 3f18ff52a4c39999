import { Monitor, Smartphone, Tablet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../contract/signIn/auth.ts';
import { useServerNow } from '../../api/serverClock.ts';
import { formatAgo } from '../../lib/format/time.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Tag } from '../../ui/display/Tag.tsx';
import styles from './devices.module.css';

function DeviceIcon({ device }: { device: string }) {
  if (/iPhone|Android/.test(device)) return <Smartphone />;
  return device.includes('iPad') ? <Tablet /> : <Monitor />;
}

function LastUsed({ at }: { at: string }) {
  const { t, i18n } = useTranslation('settings');
  const ago = formatAgo(useServerNow(60_000) - Date.parse(at), i18n.language);
  return (
    <time className={styles['detail']} dateTime={at}>
      {ago === null ? t(($) => $.devices.lastUsedNow) : t(($) => $.devices.lastUsed, { ago })}
    </time>
  );
}

export interface DeviceRowProps {
  session: Session;
  /** The name of the device, as the list shows it. */
  name: string;
  /** The id of the text that explains why no device can be signed out now. */
  blockedBy: string | null;
  onSignOut: () => void;
}

/**
 * A signed-in device, with a button that signs it out. The row of the device in use has no such
 * button.
 */
export function DeviceRow({ session, name, blockedBy, onSignOut }: DeviceRowProps) {
  const { t } = useTranslation('settings');
  return (
    <li className={styles['row']}>
      <span className={styles['icon']} aria-hidden="true">
        <DeviceIcon device={session.device} />
      </span>
      <div className={styles['words']}>
        <bdi className={styles['name']}>{name}</bdi>
        {session.isCurrent ? null : <LastUsed at={session.lastSeenAt} />}
      </div>
      {session.isCurrent ? (
        <Tag tone="charge">{t(($) => $.devices.thisDevice)}</Tag>
      ) : (
        <Button
          variant="text"
          label={t(($) => $.devices.signOutOf, { device: name })}
          disabled={blockedBy !== null}
          describedBy={blockedBy ?? undefined}
          onClick={onSignOut}
        >
          {t(($) => $.devices.signOut)}
        </Button>
      )}
    </li>
  );
}
