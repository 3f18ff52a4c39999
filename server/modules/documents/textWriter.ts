import type { Typeface, Typefaces, Weight } from './typefaces.ts';
import { breakLines } from './lines.ts';

/** The style of a text. Sizes are points. */
export interface TextStyle {
  size: number;
  weight: Weight;
  color: string;
}

export interface TextPosition {
  x: number;
  /** The distance of the baseline from the top of the page, in points. */
  baseline: number;
  width: number;
  /** Whether the text is right-aligned. */
  end?: boolean | undefined;
}

/** The line height as a multiple of the font size. Chinese needs a larger line height than Latin. */
export const lineHeight = 1.45;

interface Run {
  typeface: Typeface;
  text: string;
}

/**
 * Writes lines that may mix writing systems, such as Latin and Chinese. Each letter gets a typeface that contains it.
 */
export class TextWriter {
  readonly #doc: PDFKit.PDFDocument;
  readonly #typefaces: Typefaces;

  constructor(doc: PDFKit.PDFDocument, typefaces: Typefaces) {
    this.#doc = doc;
    this.#typefaces = typefaces;
  }

  /** Breaks a text into the lines of a column that has the width `room`. */
  lines(text: string, room: number, style: TextStyle): string[] {
    return breakLines(text, room, (line) => this.widthOf(line, style));
  }

  widthOf(line: string, style: TextStyle): number {
    return this.#runs(line, style.weight).reduce((sum, run) => sum + this.#measure(run, style), 0);
  }

  write(line: string, style: TextStyle, { x, baseline, width, end }: TextPosition): void {
    const runs = this.#runs(line, style.weight);
    let at = end ? x + width - this.widthOf(line.trimEnd(), style) : x;
    for (const run of runs) {
      const length = this.#measure(run, style);
      this.#doc
        .fillColor(style.color)
        .text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
      at += length;
    }
  }

  #measure({ typeface, text }: Run, { size }: TextStyle): number {
    return this.#doc.font(typeface.name).fontSize(size).widthOfString(text);
  }

  #runs(line: string, weight: Weight): Run[] {
    const runs: Run[] = [];
    for (const each of line) {
      const { typeface, letter } = this.#typefaces.of(each, weight);
      const last = runs.at(-1);
      if (last?.typeface === typeface) last.text += letter;
      else runs.push({ typeface, text: letter });
    }
    for (const { typeface } of runs) this.#know(typeface);
    return runs;
  }

  readonly #known = new Set<Typeface>();

  #know(typeface: Typeface): void {
    if (this.#known.has(typeface)) return;
    this.#known.add(typeface);
    // pdfkit also accepts an opened font, but its types allow only the bytes of a font file.
    const source: unknown = typeface.font;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    this.#doc.registerFont(typeface.name, source as Buffer);
  }
}
