import { BookUser, MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/Button.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import buttonStyles from '../../ui/button/Button.module.css';
import { messageLink, NoNumberError, pickNumber } from './contactPicker.ts';
import styles from './referral.module.css';

type Picking = 'idle' | 'picked' | 'denied';

/** Invites one of the device's contacts with the message app of the device. The app sends no contact to the server. */
export function ContactInvite({ text }: { text: string }) {
  const { t } = useTranslation('referral');
  const [picking, go] = useState<Picking>('idle');
  const [number, type] = useState('');

  const pick = async () => {
    try {
      const picked = await pickNumber();
      if (picked === null) return;
      type(picked);
      go('picked');
    } catch (error) {
      if (!(error instanceof NoNumberError)) throw error;
      go('denied');
    }
  };

  return (
    <div className={styles['contact']}>
      <Button variant="quiet" icon={<BookUser aria-hidden="true" />} onClick={() => void pick()}>
        {t(($) => $.contacts)}
      </Button>
      <p role="status" className={styles['detail']}>
        {picking === 'denied' ? t(($) => $.contactsDenied) : t(($) => $.contactsStay)}
      </p>
      {picking === 'idle' ? null : (
        <TextField
          label={t(($) => $.friendNumber)}
          name="friendNumber"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={40}
          value={number}
          onChange={type}
        />
      )}
      {/\d{3}/.test(number.replace(/\D/g, '')) ? (
        <a
          className={`${buttonStyles['button']} ${buttonStyles['quiet']}`}
          href={messageLink(number, text)}
        >
          <MessageSquareText aria-hidden="true" />
          <span>{t(($) => $.writeMessage)}</span>
        </a>
      ) : null}
    </div>
  );
}
