import { baseColours } from '../../../../contract/rules/map/baseColours.ts';
import type { BaseColours } from '../../../../contract/rules/map/baseColours.ts';

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
 * The style of the picture and of its pins, which look like those of the app (StationMap.module.css). The
 * style is a part of the picture, so a page from the service worker, which has no picture, does not contain
 * it. It is the same for every picture, because the content security policy has its hash.
 *
 * The app shows its start point in the middle of the part that the sheet does not cover (`centredInFreePart`). The
 * picture has the same point in its middle, and these rules put it at the same pixel. Leaflet rounds to whole pixels, so
 * these rules round in the same way. `--x`, `--y` and `--d` say how the point itself was rounded.
 *
 * In the map of the app, the picture is below the panes of Leaflet, and its pins are above them.
 */
const style = `
.first-map{display:none;overflow:hidden;pointer-events:none;${coloursOf('light')}}
:root[data-theme=black] .first-map{${coloursOf('black')}}
@media (prefers-color-scheme:dark){:root:not([data-theme]) .first-map{${coloursOf('black')}}}
:root[data-start=home] #root:has(.home>.home-map)+.first-map,.leaflet-container>.first-map{display:block}
.leaflet-container>.first-map{inset:0;position:absolute;z-index:auto}
.leaflet-container .first-pins{position:relative;z-index:600}
.first-map[data-sheet]{--sheet-rest:max(45dvh,392px)}
@media (min-height:780px){.first-map[data-sheet=photo]{--sheet-rest:max(45dvh,540px)}}
.first-at{position:absolute;left:50%;left:round(var(--x),50%,1px);top:calc(50% - var(--sheet-rest)/2);top:calc(round(up,50%,1px) - round(down,var(--sheet-rest)/2 + var(--d),1px))}
@media (min-width:801px),(orientation:landscape) and (max-height:479.98px){.first-at{top:50%;top:round(var(--y),50%,1px)}}
.first-at svg{position:absolute;max-inline-size:none;fill:none;stroke-miterlimit:2}
${rules('fill', 'fill', ['land', 'water', 'park', 'building'])}
${rules('line', 'stroke', ['water', 'rail', 'edge', 'road'])}
.round{stroke-linecap:round;stroke-linejoin:round}
.text{font-family:var(--font);paint-order:stroke;stroke:var(--map-halo);stroke-width:5px}
${rules('text', 'fill', ['label', 'waterLabel'])}
.first-pin{align-items:center;block-size:52px;color:var(--ink);display:flex;font-size:.9375rem;font-variant-numeric:tabular-nums;font-weight:800;inline-size:44px;justify-content:center;line-height:1;pointer-events:auto;position:absolute;text-decoration:none;touch-action:manipulation;z-index:0}
.first-pin::before{background:var(--surface);block-size:44px;border:2.5px solid var(--ink);border-radius:var(--radius-pill);content:'';inline-size:36px;position:absolute;z-index:-1}
.first-pin:is([data-stock=none],[data-stock=offline]){color:var(--ink-2)}
.first-pin:is([data-stock=none],[data-stock=offline])::before{background:var(--sunken);border-color:var(--control)}
.first-pin[data-stock=offline]::before{border-style:dashed}
.first-pin[data-kind=cluster]{pointer-events:none}
.first-pin[data-kind=cluster]::before{box-shadow:3px 3px 0 -1px var(--surface),3px 3px 0 1px var(--ink)}
.first-pin[data-wide]{font-size:.75rem}
.first-pin[data-highlighted]{color:var(--on-spark);z-index:1}
.first-pin[data-highlighted]::before{background:var(--spark);border-color:var(--spark-edge)}
.first-pin[data-highlighted]:is([data-stock=none],[data-stock=offline]){color:var(--ink)}
.first-pin[data-highlighted]:is([data-stock=none],[data-stock=offline])::before{background:var(--surface);border:3.5px solid var(--ink)}
.first-pin:focus-visible{outline:none}
.first-pin:focus-visible::before{outline:var(--focus-ring);outline-offset:2px}
@media (forced-colors:active){.first-pin::before{background:Canvas;border-color:CanvasText}}
`;

export const mapStyle = `<style>${style.replaceAll('\n', '')}</style>`;
