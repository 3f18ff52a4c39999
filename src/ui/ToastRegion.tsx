import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './IconButton.tsx';
import {
  announce,
  currentMessages,
  dismissToast,
  subscribeToMessages,
  type Toast,
} from './messages.ts';
import styles from './ToastRegion.module.css';

/** The one place where short messages appear and the one polite live region. Mounted by the shell. */
export function ToastRegion() {
  const { t, i18n } = useTranslation();
  const { toasts, spoken } = useSyncExternalStore(subscribeToMessages, currentMessages);
  const [held, hold] = useState(false);

  useEffect(() => {
    const tell = () => announce(i18n.t(($) => $.languageChanged));
    i18n.on('languageChanged', tell);
    return () => i18n.off('languageChanged', tell);
  }, [i18n]);

  return (
    <>
      <div role="status" className="visually-hidden">
        {spoken.map((message) => (
          <p key={message.id}>{message.text}</p>
        ))}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- time stands still while a message is read */}
      <section
        aria-label={t(($) => $.messagesRegion)}
        className={styles['region']}
        onMouseEnter={() => hold(true)}
        onMouseLeave={() => hold(false)}
        onFocus={() => hold(true)}
        onBlur={() => hold(false)}
      >
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} held={held} />
        ))}
      </section>
    </>
  );
}

function ToastCard({ toast, held }: { toast: Toast; held: boolean }) {
  const { t } = useTranslation();

  useEffect(() => {
    const timer = held ? undefined : setTimeout(() => dismissToast(toast.id), toast.duration);
    return () => clearTimeout(timer);
  }, [held, toast.id, toast.duration]);

  return (
    <div className={`${styles['toast']} ${styles[toast.tone]}`}>
      <p>{toast.text}</p>
      <IconButton
        label={t(($) => $.dismiss)}
        onClick={() => dismissToast(toast.id)}
        icon={
          <svg viewBox="0 0 24 24" fill="none">
            <path
              d="M7 7l10 10M17 7L7 17"
              stroke="currentColor"
              strokeWidth="2"
              strokeLinecap="round"
            />
          </svg>
        }
      />
    </div>
  );
}
