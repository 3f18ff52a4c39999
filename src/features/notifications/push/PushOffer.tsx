import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { storageKeys } from '../../../lib/constants.ts';
import { local, session } from '../../../lib/storage/storage.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { useToast } from '../../../ui/feedback/messages.ts';
import styles from './push.module.css';
import { usePushDevice } from './usePushDevice.ts';

export interface PushOfferProps {
  publicKey: string;
  userId: string;
}

const wasAsked = () =>
  local.get(storageKeys.pushAsked) !== null || session.get(storageKeys.pushAsked) !== null;

/**
 * Offers push messages after a return, before the browser shows its own prompt. After "Don't ask again", this
 * browser never shows the offer again. After "Not now", the next visit may show it again.
 */
export function PushOffer({ publicKey, userId }: PushOfferProps) {
  const { t } = useTranslation('notifications');
  const toast = useToast();
  const id = useId();
  const [isOver, end] = useState(wasAsked);
  const [problem, note] = useState<'denied' | 'failed' | null>(null);
  const { device, busy, turnOn } = usePushDevice(publicKey, userId);

  const yes = async () => {
    note(null);
    const status = await turnOn();
    if (status === 'on') {
      toast(t(($) => $.push.isOn));
      end(true);
    } else if (status === 'dismissed') notNow();
    else note(status);
  };
  const notNow = () => {
    session.set(storageKeys.pushAsked, 'later');
    end(true);
  };
  const never = () => {
    local.set(storageKeys.pushAsked, 'never');
    end(true);
  };

  if (isOver || (device !== 'off' && problem === null)) return null;
  return (
    <section className={styles['offer']} aria-labelledby={id}>
      <h2 id={id}>{t(($) => $.push.offer)}</h2>
      <p>{t(($) => $.push.offerText)}</p>
      <p role="alert" className={styles['problem']}>
        {problem === 'denied' ? t(($) => $.push.deniedHelp) : null}
        {problem === 'failed' ? t(($) => $.push.failed) : null}
      </p>
      <div className={styles['answers']}>
        {problem === 'denied' ? null : (
          <Button variant="quiet" busy={busy} onClick={() => void yes()}>
            {t(($) => $.push.yes)}
          </Button>
        )}
        <div className={styles['later']}>
          <Button variant="text" onClick={notNow}>
            {t(($) => $.push.notNow)}
          </Button>
          <Button variant="text" onClick={never}>
            {t(($) => $.push.never)}
          </Button>
        </div>
      </div>
    </section>
  );
}
