import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { useAnnounce } from '../../ui/messages.ts';
import { useNotificationSettings } from './useNotificationSettings.ts';

/** For a phone that is about to die, which is why it was rented for: the receipt by text message. */
export function TextReceipt() {
  const { t } = useTranslation('notifications');
  const { settings, save, saving, notSaved, offline } = useNotificationSettings();
  const announce = useAnnounce();
  const [isAsked, ask] = useState(false);
  const askFor = async () => {
    ask(true);
    if (await save({ receiptBy: 'text' })) announce(t(($) => $.textReceipt.done));
  };
  if (settings === undefined) return null;
  if (settings.receiptBy === 'text' && isAsked) return <p>{t(($) => $.textReceipt.done)}</p>;
  if (settings.receiptBy !== 'none' || offline) return null;
  return (
    <div>
      <Button variant="text" busy={saving} onClick={() => void askFor()}>
        {t(($) => $.textReceipt.ask)}
      </Button>
      <p role="alert">{notSaved ? t(($) => $.settings.notSaved) : null}</p>
    </div>
  );
}
