import { useTranslation } from 'react-i18next';
import styles from './Skeleton.module.css';

export interface SkeletonProps {
  lines?: number | undefined;
}

/** A placeholder for content that loads. During the first 300 ms it is invisible. */
export function Skeleton({ lines = 3 }: SkeletonProps) {
  const { t } = useTranslation();
  return (
    <div className={styles['skeleton']} aria-busy="true">
      <span className="visually-hidden">{t(($) => $.loading)}</span>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className={styles['line']} aria-hidden="true" />
      ))}
    </div>
  );
}
