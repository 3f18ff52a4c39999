import { useTranslation } from 'react-i18next';
import { useGoBack } from '../lib/goBack.ts';
import { IconButton } from './IconButton.tsx';
import { BackIcon } from './icons.tsx';
import styles from './Screen.module.css';

/** The app's own Back, as the specification's back rule has it. */
export function BackButton() {
  const { t } = useTranslation();
  const goBack = useGoBack();
  return (
    <IconButton
      label={t(($) => $.back)}
      onClick={goBack}
      icon={<BackIcon className={styles['chevron']} />}
    />
  );
}
