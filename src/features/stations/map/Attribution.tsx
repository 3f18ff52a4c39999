import { Fragment } from 'react';
import { useSelector } from 'react-redux';
import type { Config } from '../../../../contract/config.ts';
import { selectMapLayers } from '../mapSlice.ts';
import { readAttribution, type AttributionPart } from './readAttribution.ts';
import { blockMapEvents } from './streets/BaseMap.tsx';
import styles from './StationMap.module.css';

const leaflet: AttributionPart = { text: 'Leaflet', href: 'https://leafletjs.com' };

/**
 * The sources of the map's data. Leaflet's own control would write the sources as HTML, which Trusted Types
 * forbid.
 */
export function Attribution({ map: { base, overlays } }: { map: Config['map'] }) {
  const chosen = useSelector(selectMapLayers);
  const texts = [
    base.kind === 'none' ? '' : base.attribution,
    ...overlays.filter(({ kind }) => chosen.includes(kind)).map(({ attribution }) => attribution),
  ];
  const sources = [...new Set(texts.filter((text) => text !== ''))].map(readAttribution);
  return (
    <div ref={blockMapEvents} className={styles['attribution']}>
      {[[leaflet], ...sources].map((parts, index) => (
        <Fragment key={index}>
          {index === 0 ? null : <span aria-hidden="true">{index === 1 ? ' | ' : ', '}</span>}
          {parts.map(({ text, href }, part) =>
            href === null ? (
              text
            ) : (
              <a key={part} href={href}>
                {text}
              </a>
            ),
          )}
        </Fragment>
      ))}
    </div>
  );
}
