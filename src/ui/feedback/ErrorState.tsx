import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button.tsx';
import styles from './EmptyState.module.css';
import { OfflineContext } from './offlineContext.ts';
import { SlotMark } from '../display/SlotMark.tsx';

export interface ErrorStateProps {
  /** Without one: "Server error". While the server is out of reach that is what is wrong instead. */
  message?: string | undefined;
  /** Says more than that the server is out of reach, also while it is. */
  isExact?: boolean | undefined;
  onRetry?: (() => void) | undefined;
}

/** What could not be loaded, and the way to try it again. */
export function ErrorState({ message, isExact = false, onRetry }: ErrorStateProps) {
  const { t } = useTranslation(['common', 'messages', 'errors']);
  const isOffline = use(OfflineContext) && !isExact;
  return (
    <div className={styles['state']}>
      <SlotMark fill={0} size="medium" tone="due" />
      <p className={styles['title']} role="alert">
        {isOffline ? t(($) => $.errors.network) : (message ?? t(($) => $.messages.serverError))}
      </p>
      {onRetry ? (
        <Button variant="quiet" onClick={onRetry}>
          {t(($) => $.tryAgain)}
        </Button>
      ) : null}
    </div>
  );
}
