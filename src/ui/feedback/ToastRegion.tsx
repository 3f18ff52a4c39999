import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/IconButton.tsx';
import { CrossIcon } from '../icons.tsx';
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
      <section aria-label={t(($) => $.messagesRegion)} className={styles['region']}>
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </section>
    </>
  );
}

/** Its time stands still while it is read: under the pointer, or with the focus inside. */
function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useTranslation();
  const [held, hold] = useState(false);
  const cameFrom = useRef<Element | null>(null);

  useEffect(() => {
    const timer = held ? undefined : setTimeout(() => dismissToast(toast.id), toast.duration);
    return () => clearTimeout(timer);
  }, [held, toast.id, toast.duration]);

  function dismiss(): void {
    dismissToast(toast.id);
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  }

  return (
    <div
      className={`${styles['toast']} ${styles[toast.tone]}`}
      onMouseEnter={() => hold(true)}
      onMouseLeave={() => hold(false)}
      onFocus={(event) => {
        cameFrom.current = event.relatedTarget;
        hold(true);
      }}
      onBlur={() => hold(false)}
    >
      <p>{toast.text}</p>
      <IconButton label={t(($) => $.dismiss)} onClick={dismiss} icon={<CrossIcon />} />
    </div>
  );
}
