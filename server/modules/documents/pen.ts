import type { Face, Faces, Weight } from './faces.ts';
import { breakLines } from './lines.ts';

/** How a text looks. Sizes are points. */
export interface Ink {
  size: number;
  weight: Weight;
  color: string;
}

export interface Place {
  x: number;
  /** The line that letters stand on. */
  baseline: number;
  width: number;
  /** At the end of the width rather than its start. */
  end?: boolean | undefined;
}

/** The distance of two lines, in sizes of their letters: Chinese wants more than Latin. */
export const lineHeight = 1.45;

interface Run {
  face: Face;
  text: string;
}

/** Writes lines of any mixture of scripts, each letter in a face that has it. */
export class Pen {
  readonly #doc: PDFKit.PDFDocument;
  readonly #faces: Faces;

  constructor(doc: PDFKit.PDFDocument, faces: Faces) {
    this.#doc = doc;
    this.#faces = faces;
  }

  /** The lines that a text takes in a column. */
  lines(text: string, room: number, ink: Ink): string[] {
    return breakLines(text, room, (line) => this.widthOf(line, ink));
  }

  widthOf(line: string, ink: Ink): number {
    return this.#runs(line, ink.weight).reduce((sum, run) => sum + this.#measure(run, ink), 0);
  }

  write(line: string, ink: Ink, { x, baseline, width, end }: Place): void {
    const runs = this.#runs(line, ink.weight);
    let at = end ? x + width - this.widthOf(line.trimEnd(), ink) : x;
    for (const run of runs) {
      const length = this.#measure(run, ink);
      this.#doc
        .fillColor(ink.color)
        .text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
      at += length;
    }
  }

  #measure({ face, text }: Run, { size }: Ink): number {
    return this.#doc.font(face.name).fontSize(size).widthOfString(text);
  }

  #runs(line: string, weight: Weight): Run[] {
    const runs: Run[] = [];
    for (const each of line) {
      const { face, letter } = this.#faces.of(each, weight);
      const last = runs.at(-1);
      if (last?.face === face) last.text += letter;
      else runs.push({ face, text: letter });
    }
    for (const { face } of runs) this.#know(face);
    return runs;
  }

  readonly #known = new Set<Face>();

  #know(face: Face): void {
    if (this.#known.has(face)) return;
    this.#known.add(face);
    // pdfkit takes an opened font as well as a file's bytes; its types know only of these.
    const source: unknown = face.font;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    this.#doc.registerFont(face.name, source as Buffer);
  }
}
