import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/Button.tsx';
import { useAnnounce } from '../../ui/feedback/messages.ts';
import styles from './notifications.module.css';
import { useNotificationSettings } from './useNotificationSettings.ts';

/** Offers the receipt by text message, because the rider's phone may run out of power. */
export function TextReceipt() {
  const { t } = useTranslation('notifications');
  const { settings, save, saving, notSaved, offline } = useNotificationSettings();
  const [isAsked, ask] = useState(false);
  const askFor = async () => {
    ask(true);
    ask(await save({ receiptBy: 'text' }));
  };
  if (settings === undefined) return null;
  // Until the server has answered, the button stays on the page and keeps the focus.
  if (isAsked && !saving && settings.receiptBy === 'text') return <Asked />;
  if ((settings.receiptBy !== 'none' && !isAsked) || offline) return null;
  return (
    <div className={styles['ask']}>
      <Button variant="text" busy={saving} onClick={() => void askFor()}>
        {t(($) => $.textReceipt.ask)}
      </Button>
      <p role="alert">{notSaved ? t(($) => $.settings.notSaved) : null}</p>
    </div>
  );
}

/**
 * Confirms the request. If the pressed button had the focus, the confirmation takes the focus. If not, a screen
 * reader announces the confirmation.
 */
function Asked() {
  const { t } = useTranslation('notifications');
  const announce = useAnnounce();
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) line.current?.focus();
    else announce(t(($) => $.textReceipt.done));
  }, [announce, t]);
  return (
    <p ref={line} tabIndex={-1}>
      {t(($) => $.textReceipt.done)}
    </p>
  );
}
