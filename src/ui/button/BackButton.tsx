import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGoBack } from '../../lib/navigation/goBack.ts';
import { Button } from './Button.tsx';
import { Dialog } from '../dialog/Dialog.tsx';
import { IconButton } from './IconButton.tsx';
import { BackIcon } from '../icons.tsx';
import styles from '../screen/Screen.module.css';

export interface BackButtonProps {
  /** True if the page contains unsaved input. Back then asks for confirmation. */
  dirty?: boolean | undefined;
  /** Called if the user confirms, before the button goes back. It must discard the unsaved input. */
  onDiscard?: (() => void) | undefined;
}

/** The Back button of the app. It follows the specification's rule for Back. */
export function BackButton({ dirty = false, onDiscard }: BackButtonProps) {
  const { t } = useTranslation();
  const goBack = useGoBack();
  const [asking, ask] = useState(false);
  return (
    <>
      <IconButton
        label={t(($) => $.back)}
        onClick={() => (dirty ? ask(true) : goBack())}
        icon={<BackIcon className={styles['chevron']} />}
      />
      <Dialog
        open={asking}
        onClose={() => ask(false)}
        role="alertdialog"
        title={t(($) => $.discardTitle)}
        actions={
          <>
            <Button onClick={() => ask(false)}>{t(($) => $.keepEditing)}</Button>
            <Button
              variant="quiet"
              onClick={() => {
                ask(false);
                onDiscard?.();
                goBack();
              }}
            >
              {t(($) => $.discard)}
            </Button>
          </>
        }
      />
    </>
  );
}
