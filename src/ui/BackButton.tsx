import { useTranslation } from 'react-i18next';
import { useGoBack } from '../lib/goBack.ts';
import { IconButton } from './IconButton.tsx';
import styles from './Screen.module.css';

/** The app's own Back, as the specification's back rule has it. */
export function BackButton() {
  const { t } = useTranslation();
  const goBack = useGoBack();
  return (
    <IconButton
      label={t(($) => $.back)}
      onClick={goBack}
      icon={
        <svg viewBox="0 0 24 24" fill="none" className={styles['chevron']}>
          <path
            d="M15 5l-7 7 7 7"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      }
    />
  );
}
