import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useOngoingWork } from '../../lib/page/ongoingWork.ts';
import styles from './Dialog.module.css';

export interface DialogProps {
  open: boolean;
  /**
   * Called for Escape and for the Back button of the system. If the dialog is not an alert, also
   * called for a tap outside the dialog.
   */
  onClose: () => void;
  title: string;
  children?: ReactNode;
  actions: ReactNode;
  role?: 'dialog' | 'alertdialog' | undefined;
}

/**
 * A modal dialog. The browser keeps the focus inside the dialog, and restores the previous focus
 * afterwards.
 */
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
  // A press that begins in the dialog, such as a selection of text, may end outside of it.
  const isPressedOutside = useRef(false);
  useOngoingWork('question', true);

  // A dialog restores the focus only while it is in the document. React cleans up a layout effect
  // before it removes the dialog, but would clean up a normal effect too late.
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
      onPointerDown={(event) => {
        isPressedOutside.current = event.target === event.currentTarget;
      }}
      onPointerUp={(event) => {
        const isOutside = isPressedOutside.current && event.target === event.currentTarget;
        if (role === 'dialog' && isOutside) onClose();
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
