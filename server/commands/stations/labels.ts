import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import QRCode from 'qrcode';
import type { Settings } from '../../settings/settings.ts';

/** `a4`: pages with twelve labels to cut out. `label`: one label per page, 62 × 100 mm. */
export const labelSizes = ['a4', 'label'] as const;
export type LabelSize = (typeof labelSizes)[number];

export interface LabelledStation {
  id: string;
  name: string;
}

interface LabelOptions {
  size: LabelSize;
  settings: Pick<Settings, 'publicUrl' | 'brand'>;
}

const perSheet = 12;

/**
 * Yields an HTML page to print, with a label for each station: its QR code, and below the code the id, the name and the
 * brand.
 */
export async function* labelPage(
  stations: readonly LabelledStation[],
  { size, settings }: LabelOptions,
): AsyncGenerator<string> {
  yield pageStart(size, settings.brand.name, await embeddedFont());
  let count = 0;
  for (const station of stations) {
    if (size === 'a4' && count % perSheet === 0) {
      yield count === 0 ? '<section>\n' : '</section>\n<section>\n';
    }
    yield label(station, settings);
    count++;
  }
  yield size === 'a4' && count > 0 ? '</section>\n</html>\n' : '</html>\n';
}

/** The content of the code: the station's deep link. */
export function deepLink(publicUrl: string, id: string): string {
  return `${publicUrl}/home?equip_id=${id}`;
}

function label(
  { id, name }: LabelledStation,
  { publicUrl, brand }: LabelOptions['settings'],
): string {
  return `<article>
${qrCode(deepLink(publicUrl, id))}
<p class="id">${id.slice(0, 4)}<span> </span>${id.slice(4)}</p>
<p class="name">${escapeHtml(name)}</p>
<p class="brand">${logo}${escapeHtml(brand.name)}</p>
</article>
`;
}

/** The product's logo, as in scripts/build/app/icon.svg. */
const logo =
  '<svg viewBox="0 0 512 512" aria-hidden="true"><rect width="512" height="512" rx="112" fill="#ffc42e"/>' +
  '<rect x="176" y="76" width="160" height="360" rx="80" fill="#fff" stroke="#16181d" stroke-width="20"/>' +
  '<rect x="200" y="212" width="112" height="200" rx="56" fill="#ffc42e" stroke="#16181d" stroke-width="20"/></svg>';

/** The clear space around a QR code, in modules. ISO/IEC 18004 requires it. */
const quietZone = 4;

/**
 * Draws the QR code of a text as one SVG path, with a rectangle for each group of neighbouring dark modules in a row.
 * With error correction level Q, a phone can still read the code if a quarter of it is scratched off.
 */
export function qrCode(text: string): string {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'Q' });
  const steps: string[] = [];
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0; x < modules.size; x++) {
      if (!modules.get(y, x)) continue;
      const from = x;
      while (x + 1 < modules.size && modules.get(y, x + 1)) x++;
      steps.push(`M${from} ${y}h${x + 1 - from}v1H${from}z`);
    }
  }
  const side = modules.size + 2 * quietZone;
  const viewBox = `${-quietZone} ${-quietZone} ${side} ${side}`;
  return `<svg class="code" viewBox="${viewBox}" shape-rendering="crispEdges" role="img" aria-label="${escapeHtml(text)}"><path d="${steps.join('')}"/></svg>`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
}

/** The typeface of the product. It is embedded, so that the page prints correctly on any computer. */
async function embeddedFont(): Promise<string> {
  const { resolve } = createRequire(import.meta.url);
  const file = '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2';
  return (await readFile(resolve(file))).toString('base64');
}

function pageStart(size: LabelSize, brand: string, font: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escapeHtml(brand || 'Station labels')}</title>
<style>
@font-face { font-family: Figtree; font-weight: 300 900; src: url(data:font/woff2;base64,${font}) format('woff2'); }
* { box-sizing: border-box; margin: 0; }
html { background: #fff; color: #16181d; font-family: Figtree, 'Noto Sans CJK SC', sans-serif; print-color-adjust: exact; }
article { align-items: center; background: #fff; break-inside: avoid; display: flex; flex-direction: column; overflow: hidden; text-align: center; }
.code { display: block; flex: none; }
.code path { fill: #000; }
.id { font-feature-settings: 'tnum'; font-weight: 700; letter-spacing: 0.06em; line-height: 1.1; white-space: nowrap; }
.id span { letter-spacing: 0; }
.name { -webkit-box-orient: vertical; -webkit-line-clamp: 2; display: -webkit-box; font-weight: 500; line-height: 1.25; overflow: hidden; overflow-wrap: anywhere; }
.brand { align-items: center; display: flex; font-weight: 600; justify-content: center; }
${size === 'a4' ? sheetStyle : labelStyle}
</style>
`;
}

/** The style of an A4 page: three by four labels, each with a margin and a line to cut along. */
const sheetStyle = `@page { size: A4; margin: 0; }
section { break-after: page; display: grid; gap: 0; grid-template-columns: repeat(3, 62mm); grid-template-rows: repeat(4, 68mm); height: 297mm; justify-content: center; padding-top: 12.5mm; width: 210mm; }
section:last-of-type { break-after: auto; }
article { outline: 0.2mm dashed #b5b0a4; padding: 1.5mm 4mm; }
.code { width: 44mm; }
.id { font-size: 7mm; margin-top: -1.5mm; }
.name { font-size: 3.2mm; margin-top: 1mm; max-height: 8mm; }
.brand { font-size: 3mm; gap: 1mm; margin-top: 1.2mm; }
.brand svg { height: 4mm; }`;

const labelStyle = `@page { size: 62mm 100mm; margin: 0; }
article { break-after: page; height: 100mm; padding: 6mm 4mm 4mm; width: 62mm; }
article:last-of-type { break-after: auto; }
.code { width: 54mm; }
.id { font-size: 8.4mm; margin-top: 1mm; }
.name { font-size: 4mm; margin-top: 2mm; max-height: 10mm; }
.brand { font-size: 3.6mm; gap: 1.4mm; margin-top: 3mm; }
.brand svg { height: 6mm; }`;
