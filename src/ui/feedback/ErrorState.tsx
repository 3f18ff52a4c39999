import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button.tsx';
import styles from './EmptyState.module.css';
import { OfflineContext } from './offlineContext.ts';
import { SlotIcon } from '../display/SlotIcon.tsx';

export interface ErrorStateProps {
  /**
   * The default is "Server error". While the server cannot be reached, a message about the
   * connection replaces the text.
   */
  message?: string | undefined;
  /** True to show `message` even while the server cannot be reached. */
  isExact?: boolean | undefined;
  onRetry?: (() => void) | undefined;
}

/**
 * The content for data that could not be loaded. With `onRetry`, it offers to load the data again.
 */
export function ErrorState({ message, isExact = false, onRetry }: ErrorStateProps) {
  const { t } = useTranslation(['common', 'errors']);
  const isOffline = use(OfflineContext) && !isExact;
  return (
    <div className={styles['state']}>
      <SlotIcon fill={0} size="medium" tone="due" />
      <p className={styles['title']} role="alert">
        {isOffline ? t(($) => $.errors.network) : (message ?? t(($) => $.serverError))}
      </p>
      {onRetry ? (
        <Button variant="quiet" onClick={onRetry}>
          {t(($) => $.tryAgain)}
        </Button>
      ) : null}
    </div>
  );
}
