import { CenteredTextSymbolizer, Labelers, LineLabelSymbolizer } from 'protomaps-leaflet';
import type { PreparedTile } from 'protomaps-leaflet';
import type { Language } from '../../../../contract/config.ts';
import { createHtml } from '../../../../contract/rules/firstScreen/html.ts';
import type { Html } from '../../../../contract/rules/firstScreen/html.ts';
import { labelRules } from '../../../../contract/rules/map/streetRules.ts';
import type { StreetText } from '../../../../contract/rules/map/streetRules.ts';
import { colourNames } from './mapStyle.ts';
import { cornerOf } from './mapView.ts';
import type { MapView } from './mapView.ts';
import { unitsPerPixel } from './pathData.ts';

/** The size of a text in pixels. */
interface TextSize {
  width: number;
  actualBoundingBoxAscent: number;
  actualBoundingBoxDescent: number;
}

export type Measure = (text: string, size: number, weight: number) => TextSize;

export interface LabelDrawing {
  view: MapView;
  language: Language;
  tiles: readonly PreparedTile[];
  measure: Measure;
}

/** More labels would not fit on a screen. */
const mostLabels = 120;

/** Draws the names of streets at the positions at which the app writes them. */
export function drawLabels({ view, language, tiles, measure }: LabelDrawing): Html[] {
  const { zoom, width, height } = view;
  const rules = labelRules(colourNames, language, labelSymbol);
  // Lay out the labels tile by tile, as the app does.
  const labelers = new Labelers(new TextRecorder(measure), rules, tiles.length, () => {
    // Labels of a later tile may replace earlier labels. Ignore these changes, because all labels are drawn at the end.
  });
  for (const tile of tiles) labelers.add(zoom, new Map([['', [tile]]]));
  const corner = cornerOf(view);
  const area = {
    minX: corner.x,
    minY: corner.y,
    maxX: corner.x + width,
    maxY: corner.y + height,
  };
  const found = labelers.getIndex(zoom)?.searchBbox(area, Infinity) ?? [];
  const looks = new Map<string, { look: TextLook; texts: Html[] }>();
  for (const { anchor, draw } of [...found].slice(0, mostLabels)) {
    const recorder = new TextRecorder(measure);
    recorder.translate(anchor.x - corner.x, anchor.y - corner.y);
    draw(recorder);
    for (const { text, look, transform } of recorder.texts) {
      const key = JSON.stringify(look);
      const group = looks.get(key) ?? { look, texts: [] };
      group.texts.push(createHtml('text', { transform }, text));
      looks.set(key, group);
    }
  }
  return [...looks.values()].map(({ look: { colour, size, weight }, texts }) =>
    createHtml(
      'g',
      {
        className: `text ${colour}`,
        'font-size': `${size * unitsPerPixel}`,
        'font-weight': `${weight}`,
      },
      ...texts,
    ),
  );
}

function labelSymbol(text: StreetText) {
  const { colour: fill, halo: stroke, haloWidth: width, repeatDistance, font, labelProps } = text;
  const label = { fill, stroke, width, font, labelProps };
  return repeatDistance === null
    ? new CenteredTextSymbolizer(label)
    : new LineLabelSymbolizer({ ...label, repeatDistance });
}

interface TextLook {
  colour: string;
  size: number;
  weight: number;
}

interface RecordedText {
  text: string;
  look: TextLook;
  transform: string;
}

/**
 * Replaces the canvas context for the code that draws labels. The class measures each text, and records the text and
 * its position instead of drawing the text.
 */
class TextRecorder {
  readonly texts: RecordedText[] = [];
  readonly #measure: Measure;
  #at = { x: 0, y: 0 };
  #angle = 0;
  /** The name of a colour. */
  fillStyle = '';
  strokeStyle = '';
  lineWidth = 0;
  globalAlpha = 1;
  /** As in CSS, such as `500 11px Figtree`. */
  font = '';

  constructor(measure: Measure) {
    this.#measure = measure;
  }

  measureText(text: string): TextSize {
    const { size, weight } = this.#fontSize();
    return this.#measure(text, size, weight);
  }

  translate(x: number, y: number): void {
    const [sin, cos] = [Math.sin(this.#angle), Math.cos(this.#angle)];
    this.#at = { x: this.#at.x + x * cos - y * sin, y: this.#at.y + x * sin + y * cos };
  }

  rotate(angle: number): void {
    this.#angle += angle;
  }

  /** The labeler only scales by -1 in both directions, which turns a label by 180 degrees. */
  scale(): void {
    this.#angle += Math.PI;
  }

  strokeText(): void {
    // The style of the picture draws the halo.
  }

  fillText(text: string, x: number, y: number): void {
    const before = { ...this.#at };
    this.translate(x, y);
    const units = (value: number) => String(Math.round(value * unitsPerPixel));
    const turned = Math.round((this.#angle * 1800) / Math.PI) / 10;
    const degrees = Number((turned > 180 ? turned - 360 : turned).toFixed(1));
    const turn = degrees === 0 ? '' : `rotate(${degrees})`;
    const transform = `translate(${units(this.#at.x)} ${units(this.#at.y)})${turn}`;
    this.texts.push({ text, look: { colour: this.fillStyle, ...this.#fontSize() }, transform });
    this.#at = before;
  }

  #fontSize(): { size: number; weight: number } {
    const [, weight = '400', size = '12'] = /^(\d+) ([\d.]+)px/.exec(this.font) ?? [];
    return { size: Number(size), weight: Number(weight) };
  }
}
