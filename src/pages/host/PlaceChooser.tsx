import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Config } from '../../../contract/config.ts';
import type { Point } from '../../lib/format/geo.ts';
import { useLazyPart } from '../../lib/loading/useLazyPart.ts';
import { Button } from '../../ui/button/Button.tsx';
import styles from './PlaceChooser.module.css';
import { placeMap } from './placeMapPart.ts';

export interface PlaceChooserProps {
  map: Config['map'];
  /** The initial centre of the map. If it is null, the map starts at the centre that the operator has configured. */
  start: Point | null;
  onChoose: (point: Point) => void;
}

/** A fixed pin above a map. The user moves the map by touch, mouse or keys. */
export function PlaceChooser({ map, start, onChoose }: PlaceChooserProps) {
  const { t } = useTranslation(['host', 'common']);
  const state = useLazyPart(placeMap);
  const [at, move] = useState<Point>(start ?? map.center);
  if (state.status === 'failed') {
    return (
      <>
        <p role="status">{t(($) => $.form.mapFailed)}</p>
        <Button variant="quiet" onClick={() => void placeMap.fetch()}>
          {t(($) => $.common.tryAgain)}
        </Button>
      </>
    );
  }
  if (state.status !== 'ready') return <p role="status">{t(($) => $.form.mapLoading)}</p>;
  return (
    <>
      <section className={styles['frame']} aria-label={t(($) => $.form.mapLabel)}>
        <state.Part
          map={map}
          start={start ?? map.center}
          zoom={start === null ? map.zoom : Math.max(map.zoom, 17)}
          keys={t(($) => $.form.mapKeys)}
          onMove={move}
        />
        <span className={styles['pin']} aria-hidden="true" />
      </section>
      <Button variant="quiet" onClick={() => onChoose(at)}>
        {t(($) => $.form.useThis)}
      </Button>
    </>
  );
}
