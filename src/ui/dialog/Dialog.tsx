import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useOngoingWork } from '../../lib/page/ongoingWork.ts';
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
export function Dialog({ open, ...question }: DialogProps) {
  return open ? <OpenDialog {...question} /> : null;
}

function OpenDialog({
  onClose,
  title,
  children,
  actions,
  role = 'dialog',
}: Omit<DialogProps, 'open'>) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useOngoingWork('question', true);

  // Only an element that is still in the document gives the focus back when it closes, and only a
  // layout effect is cleaned up before that.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);

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
