import { baseColours } from '../../../../contract/rules/map/baseColours.ts';
import type { BaseColours } from '../../../../contract/rules/map/baseColours.ts';
import { sheetBeside } from '../../../../contract/rules/map/sheetBeside.ts';

/** The names of the colours in the style of the picture. */
export const colourNames: BaseColours = {
  land: 'land',
  water: 'water',
  park: 'park',
  building: 'building',
  road: 'road',
  roadEdge: 'edge',
  rail: 'rail',
  label: 'label',
  labelHalo: 'halo',
  waterLabel: 'waterLabel',
};

function coloursOf(theme: 'light' | 'black'): string {
  const names: ReadonlyMap<string, string> = new Map(Object.entries(colourNames));
  return Object.entries(baseColours[theme])
    .map(([key, colour]) => `--map-${names.get(key)}:${colour}`)
    .join(';');
}

const rules = (kind: string, property: string, names: readonly string[]) =>
  names.map((name) => `.${kind}.${name}{${property}:var(--map-${name})}`).join('');

/**
 * The style of the first map. Only a page with a map contains this style. The style must be the
 * same for every map, because the content security policy contains the hash of the style. The style
 * of the pins is in map.css.
 *
 * The app shows its start point in the middle of the part of the map that the sheet does not cover
 * (`centerForPoint`). The same point is in the middle of the picture, and these rules put the
 * middle of the picture at the same pixel. Leaflet rounds to whole pixels, so these rules round in
 * the same way. `--x`, `--y` and `--d` contain the rounding differences of the point itself.
 */
const style = `
.first-map{${coloursOf('light')}}
:root[data-theme=black] .first-map{${coloursOf('black')}}
@media (prefers-color-scheme:dark){:root:not([data-theme]) .first-map{${coloursOf('black')}}}
.first-map[data-sheet]{--sheet-rest:max(45dvh,392px)}
@media (min-height:780px){.first-map[data-sheet=photo]{--sheet-rest:max(45dvh,540px)}}
.first-at{left:50%;left:round(var(--x),50%,1px);top:calc(50% - var(--sheet-rest)/2);top:calc(round(up,50%,1px) - round(down,var(--sheet-rest)/2 + var(--d),1px))}
@media ${sheetBeside}{.first-at{top:50%;top:round(var(--y),50%,1px)}}
.first-at svg{fill:none;stroke-miterlimit:2}
${rules('fill', 'fill', ['land', 'water', 'park', 'building'])}
${rules('line', 'stroke', ['water', 'rail', 'edge', 'road'])}
.round{stroke-linecap:round;stroke-linejoin:round}
.text{font-family:var(--font);paint-order:stroke;stroke:var(--map-halo);stroke-width:5px}
${rules('text', 'fill', ['label', 'waterLabel'])}
`;

export const mapStyle = `<style>${style.replaceAll('\n', '')}</style>`;
