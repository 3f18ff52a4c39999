import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Switch } from '../../../ui/field/Switch.tsx';
import styles from './push.module.css';
import { usePushDevice } from './usePushDevice.ts';

export interface DeviceSwitchProps {
  /**
   * The operator's public VAPID key; null if the operator sends no push messages, undefined while
   * it is unknown.
   */
  publicKey: string | null | undefined;
  userId: string | null;
  offline: boolean;
}

/**
 * Turns push messages on this device on or off. If the device cannot receive push messages, explains what to
 * do.
 */
export function DeviceSwitch({ publicKey, userId, offline }: DeviceSwitchProps) {
  const { t } = useTranslation('notifications');
  const { device, busy, turnOn, turnOff } = usePushDevice(publicKey, userId);
  const [failed, fail] = useState(false);
  if (publicKey === undefined) return null;

  const change = async (on: boolean) => {
    fail(false);
    try {
      if (on) fail((await turnOn()) === 'failed');
      else await turnOff();
    } catch {
      fail(true);
    }
  };
  const help = {
    unsupported: t(($) => $.push.unsupported),
    installFirst: t(($) => $.push.installFirst),
    denied: t(($) => $.push.deniedHelp),
    off: null,
    on: null,
  }[device];

  return (
    <div>
      <Switch
        name="push"
        label={
          <>
            <span className={styles['label']}>{t(($) => $.push.device)}</span>
            <span className={styles['detail']}>{t(($) => $.push.deviceDetail)}</span>
          </>
        }
        checked={device === 'on'}
        disabled={busy || offline || userId === null || help !== null}
        onChange={(on) => void change(on)}
      />
      {help === null ? null : <p className={styles['reason']}>{help}</p>}
      <p role="alert" className={styles['problem']}>
        {failed ? t(($) => $.push.failed) : null}
      </p>
    </div>
  );
}
