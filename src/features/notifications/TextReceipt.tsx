import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/Button.tsx';
import { useAnnounce } from '../../ui/feedback/messages.ts';
import { useNotificationSettings } from './useNotificationSettings.ts';

/** For a phone that is about to die, which is why it was rented for: the receipt by text message. */
export function TextReceipt() {
  const { t } = useTranslation('notifications');
  const { settings, save, saving, notSaved, offline } = useNotificationSettings();
  const [isAsked, ask] = useState(false);
  const askFor = async () => {
    ask(true);
    ask(await save({ receiptBy: 'text' }));
  };
  if (settings === undefined) return null;
  // While it is being saved the button stays, and the focus with it.
  if (isAsked && !saving && settings.receiptBy === 'text') return <Asked />;
  if ((settings.receiptBy !== 'none' && !isAsked) || offline) return null;
  return (
    <div>
      <Button variant="text" busy={saving} onClick={() => void askFor()}>
        {t(($) => $.textReceipt.ask)}
      </Button>
      <p role="alert">{notSaved ? t(($) => $.settings.notSaved) : null}</p>
    </div>
  );
}

/** Takes the focus over from the button that it stands in for; else it is said. */
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
