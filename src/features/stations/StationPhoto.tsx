import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { photoBox } from '../../../contract/rules/firstScreen/stationSheet.ts';
import type { Station } from '../../../contract/stations.ts';
import { element } from '../../ui/link/element.ts';
import styles from './StationSheet.module.css';

interface StationPhotoProps extends Pick<Station, 'name' | 'photoBlur'> {
  photo: string;
}

/**
 * A photo of the cabinet, with a link to the photo in its full size. A blurred picture is visible
 * until the photo has loaded, and stays visible if the photo cannot be loaded.
 */
export function StationPhoto({ photo, photoBlur, name }: StationPhotoProps) {
  const { t } = useTranslation('sheet');
  const [hasFailed, setFailed] = useState(false);
  return photoBox(
    element,
    photoBlur,
    hasFailed ? null : (
      <a className={styles['photo']} href={photo} target="_blank" rel="noopener noreferrer">
        <img
          src={photo}
          alt={t(($) => $.photo, { name })}
          width="640"
          height="360"
          decoding="async"
          onError={() => setFailed(true)}
        />
      </a>
    ),
  );
}
