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

/**
 * Shows all toasts. It also contains the live region for the texts of `announce`, and announces each change of the
 * language. The shell mounts this component.
 */
export function ToastRegion() {
  const { t, i18n } = useTranslation();
  const { toasts, spoken } = useSyncExternalStore(subscribeToMessages, currentMessages);

  useEffect(() => {
    const announceChange = () => announce(i18n.t(($) => $.languageChanged));
    i18n.on('languageChanged', announceChange);
    return () => i18n.off('languageChanged', announceChange);
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

/**
 * A toast. Its timer stops while the toast is under the pointer or has the focus. Afterwards, the
 * timer starts again with the full duration.
 */
function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useTranslation();
  const [paused, setPaused] = useState(false);
  const cameFrom = useRef<Element | null>(null);

  useEffect(() => {
    const timer = paused ? undefined : setTimeout(() => dismissToast(toast.id), toast.duration);
    return () => clearTimeout(timer);
  }, [paused, toast.id, toast.duration]);

  function dismiss(): void {
    dismissToast(toast.id);
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  }

  return (
    <div
      className={`${styles['toast']} ${styles[toast.tone]}`}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={(event) => {
        cameFrom.current = event.relatedTarget;
        setPaused(true);
      }}
      onBlur={() => setPaused(false)}
    >
      <p>{toast.text}</p>
      <IconButton label={t(($) => $.dismiss)} onClick={dismiss} icon={<CrossIcon />} />
    </div>
  );
}
