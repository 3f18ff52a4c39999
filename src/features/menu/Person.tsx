import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatE164 } from '../../lib/phone.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useToast } from '../../ui/messages.ts';
import { SlotMark } from '../../ui/SlotMark.tsx';
import styles from './menu.module.css';

export interface PersonProps {
  name: string | null;
  /** Absent where the person signs in with a social account only. */
  phone: string | null;
  /** What support asks for. */
  userId: string;
}

/** The person who is logged in. */
export function Person({ name, phone, userId }: PersonProps) {
  const { t } = useTranslation(['menu', 'messages']);
  const showToast = useToast();

  const called = name ?? (phone === null ? null : formatE164(phone));

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(userId);
      showToast(t(($) => $.messages.copied));
    } catch (error) {
      // Refused, or absent where the page is not served securely.
      if (!(error instanceof DOMException) && !(error instanceof TypeError)) throw error;
      showToast(
        t(($) => $.messages.copyFailed),
        { tone: 'problem' },
      );
    }
  };

  return (
    <div className={styles['person']}>
      <div className={styles['avatar']}>
        <SlotMark fill={1} size="small" />
      </div>
      <div className={styles['words']}>
        <p className={styles['name']}>
          {called === null ? t(($) => $.account) : <bdi>{called}</bdi>}
        </p>
        <div className={styles['id']}>
          <span>{t(($) => $.messages.userId)}</span>
          <bdi>{userId}</bdi>
          <IconButton label={t(($) => $.copyUserId)} icon={<Copy />} onClick={() => void copy()} />
        </div>
      </div>
    </div>
  );
}
