import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import styles from './EmptyState.module.css';
import { SlotMark } from './SlotMark.tsx';

export interface ErrorStateProps {
  /** Without one: "Server error". */
  message?: string | undefined;
  onRetry?: (() => void) | undefined;
}

/** What could not be loaded, and the way to try it again. */
export function ErrorState({ message, onRetry }: ErrorStateProps) {
  const { t } = useTranslation(['common', 'messages']);
  return (
    <div className={styles['state']}>
      <SlotMark fill={0} size="medium" tone="due" />
      <p className={styles['title']} role="alert">
        {message ?? t(($) => $.messages.serverError)}
      </p>
      {onRetry ? (
        <Button variant="quiet" onClick={onRetry}>
          {t(($) => $.tryAgain)}
        </Button>
      ) : null}
    </div>
  );
}
