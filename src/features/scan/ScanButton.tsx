import { ScanLine } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import { Scanner } from './Scanner.tsx';

export interface ScanButtonProps {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** The text of the button that opens the scanner. */
  label: string;
  /** The text of the button that closes the scanner. */
  close: string;
  /** The text that explains where to point the camera. */
  hint: string;
  busy?: boolean;
  /** The reason why the last code was not accepted. */
  problem: string | null;
  onText: (text: string) => void;
}

/** A button that opens the scanner. The scanner then replaces the button. */
export function ScanButton(props: ScanButtonProps) {
  const { isOpen, onOpen, label, close, hint, busy = false, problem, onText } = props;
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  // The pressed button has disappeared, so the focus moves to the button that replaces it.
  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    button.current?.focus();
  }, [isOpen]);

  if (!isOpen) {
    return (
      <Button
        ref={button}
        variant="quiet"
        icon={<ScanLine aria-hidden />}
        busy={busy}
        onClick={() => onOpen(true)}
      >
        {label}
      </Button>
    );
  }
  return (
    <>
      <Scanner hint={hint} onText={onText} onDismiss={() => onOpen(false)} problem={problem} />
      <Button ref={button} variant="quiet" onClick={() => onOpen(false)}>
        {close}
      </Button>
    </>
  );
}
