import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Station } from '../../../contract/stations.ts';
import styles from './StationSheet.module.css';

/** A photo of the cabinet. If it cannot be loaded, it takes no space. */
export function StationPhoto({ photo, name }: { photo: string; name: Station['name'] }) {
  const { t } = useTranslation('sheet');
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return null;
  return (
    <img
      className={styles['photo']}
      src={photo}
      alt={t(($) => $.photo, { name })}
      width="640"
      height="360"
      loading="lazy"
      decoding="async"
      onError={() => setFailed(true)}
    />
  );
}
