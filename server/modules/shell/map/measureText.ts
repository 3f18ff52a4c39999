import { loadTypefaces } from '../../documents/typefaces.ts';
import type { Measure } from './streetLabels.ts';

/** The Latin letters, which most names of streets consist of. */
const latin = Array.from({ length: 0x100 - 0x20 }, (_, index) =>
  String.fromCodePoint(index + 0x20),
);

/** The approximate width of a letter of other scripts, such as Chinese, in ems. */
const otherWidth = 1;
const ascent = 0.8;
const descent = 0.2;

/** Loads the font of the app, and returns a function that measures texts as a browser does. */
export async function loadMeasure(): Promise<Measure> {
  const typefaces = await loadTypefaces(latin, [400, 700]);
  const known = new Set(latin);
  const measureIn = (text: string, weight: 400 | 700) => {
    const { font } = typefaces.of('A', weight).typeface;
    const { bbox, advanceWidth } = font.layout(text);
    const units = font.unitsPerEm;
    return { width: advanceWidth / units, up: bbox.maxY / units, down: -bbox.minY / units };
  };
  return (text, size, weight) => {
    const letters = Array.from(text);
    if (!letters.every((letter) => known.has(letter))) {
      const width = letters.length * otherWidth * size;
      return {
        width,
        actualBoundingBoxAscent: ascent * size,
        actualBoundingBoxDescent: descent * size,
      };
    }
    const [normal, bold] = [measureIn(text, 400), measureIn(text, 700)];
    // The widths of a variable font grow evenly with its weight.
    const share = (weight - 400) / 300;
    return {
      width: (normal.width + share * (bold.width - normal.width)) * size,
      actualBoundingBoxAscent: normal.up * size,
      actualBoundingBoxDescent: normal.down * size,
    };
  };
}
