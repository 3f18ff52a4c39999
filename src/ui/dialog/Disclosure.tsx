import type { ReactNode, Ref } from 'react';
import styles from './Disclosure.module.css';

export interface DisclosureProps {
  summary: ReactNode;
  /** Whether the content is open at first. */
  open?: boolean | undefined;
  summaryRef?: Ref<HTMLElement> | undefined;
  /** Called when the user opens the content. It is not called if the content is open at first. */
  onOpened?: (() => void) | undefined;
  children: ReactNode;
}

export function Disclosure({
  summary,
  open = false,
  summaryRef,
  onOpened,
  children,
}: DisclosureProps) {
  return (
    <details
      className={styles['disclosure']}
      open={open}
      onToggle={({ currentTarget, nativeEvent: { oldState } }) => {
        if (currentTarget.open && oldState === 'closed' && !open) onOpened?.();
      }}
    >
      <summary ref={summaryRef}>{summary}</summary>
      <div className={styles['content']}>{children}</div>
    </details>
  );
}
