import { useSelector } from 'react-redux';
import type { Config } from '../../../../contract/config.ts';
import { attributionBox, attributionParts } from '../../../../contract/rules/map/attribution.ts';
import { element } from '../../../ui/link/element.ts';
import { selectMapLayers } from '../mapSlice.ts';
import { blockMapEvents } from './streets/BaseMap.tsx';

/**
 * The sources of the map's data. Leaflet's own control would write the sources as HTML, which Trusted Types
 * forbid.
 */
export function Attribution({ map: { base, overlays } }: { map: Config['map'] }) {
  const chosen = useSelector(selectMapLayers);
  const parts = attributionParts([
    base.kind === 'none' ? '' : base.attribution,
    ...overlays.filter(({ kind }) => chosen.includes(kind)).map(({ attribution }) => attribution),
  ]);
  return attributionBox(element, parts, { ref: blockMapEvents });
}
