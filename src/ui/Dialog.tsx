import { useEffect, useId, useRef, type ReactNode } from 'react';
import styles from './Dialog.module.css';

export interface DialogProps {
  open: boolean;
  /** Escape, the system's Back, or a tap beside a plain dialog. */
  onClose: () => void;
  title: string;
  children?: ReactNode;
  actions: ReactNode;
  role?: 'dialog' | 'alertdialog' | undefined;
}

/** A modal question. The browser keeps the focus inside and gives it back at the end. */
export function Dialog({ open, onClose, title, children, actions, role = 'dialog' }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    const dialog = open ? ref.current : null;
    dialog?.showModal();
    return () => dialog?.close();
  }, [open]);

  if (!open) return null;
  return (
    <dialog
      ref={ref}
      role={role}
      className={styles['dialog']}
      aria-labelledby={`${id}-title`}
      aria-describedby={children ? `${id}-text` : undefined}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerUp={(event) => {
        if (role === 'dialog' && event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles['body']}>
        <h2 id={`${id}-title`}>{title}</h2>
        {children ? <div id={`${id}-text`}>{children}</div> : null}
        <div className={styles['actions']}>{actions}</div>
      </div>
    </dialog>
  );
}
