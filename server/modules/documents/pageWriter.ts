import { colors, textStyles } from './textStyles.ts';
import { lineHeight, type TextStyle, type TextWriter } from './textWriter.ts';

type Element = PDFKit.PDFStructureElement;
type Draw = () => void;

const margin = 56;
/** The height in points that is reserved for the page number. */
const foot = 18;

/** One cell of a row: its text, its position, and its role for a screen reader. */
export interface Cell {
  text: string;
  style: TextStyle;
  x: number;
  width: number;
  end?: boolean | undefined;
  tag: 'TH' | 'TD' | 'Lbl' | 'LBody' | 'P' | 'H1' | 'H2' | 'H3';
  scope?: 'Row' | 'Column';
}

/**
 * Writes the pages of a document. It tracks the position of the next line, and the structure for screen
 * readers.
 */
export class PageWriter {
  readonly doc: PDFKit.PDFDocument;
  readonly textWriter: TextWriter;
  readonly root: Element;
  #y = margin;
  /** Draws the content that is repeated at the top of each page while a table continues. */
  onNewPage: Draw | null = null;

  constructor(doc: PDFKit.PDFDocument, textWriter: TextWriter) {
    this.doc = doc;
    this.textWriter = textWriter;
    this.root = doc.struct('Document');
    doc.addStructure(this.root);
  }

  get left(): number {
    return margin;
  }

  get width(): number {
    return this.doc.page.width - 2 * margin;
  }

  skip(points: number): void {
    this.#y += points;
  }

  /** Starts a new page if this height, in points, does not fit on the current page. */
  ensure(points: number): void {
    if (this.#y + points <= this.doc.page.height - margin - foot) return;
    this.doc.addPage();
    this.#y = margin;
    this.onNewPage?.();
  }

  element(parent: Element, tag: string): Element {
    const made = this.doc.struct(tag);
    parent.add(made);
    return made;
  }

  /** Draws decoration or repeated content, which screen readers skip. */
  artifact(draw: Draw): void {
    this.doc.markContent('Artifact', { type: 'Layout' });
    draw();
    this.doc.endMarkedContent();
  }

  hairline(): void {
    const { left, width } = this;
    this.artifact(() => {
      this.doc.lineWidth(0.6).strokeColor(colors.line);
      this.doc
        .moveTo(left, this.#y)
        .lineTo(left + width, this.#y)
        .stroke();
    });
  }

  /** Writes a text across the full width between the margins. */
  line(tag: Cell['tag'], text: string, style: TextStyle, keepWith = 0): void {
    const { left: x, width } = this;
    this.row(this.root, [{ text, style, x, width, tag }], { padding: 0, keepWith });
  }

  /** Writes cells side by side. Without a `parent`, screen readers skip the cells. */
  row(
    parent: Element | null,
    cells: readonly Cell[],
    { padding = 4, keepWith = 0, mark = null }: RowOptions = {},
  ): void {
    const laid = cells.map((cell) => ({
      cell,
      lines: this.textWriter.lines(cell.text, cell.width, cell.style),
    }));
    const height = Math.max(
      ...laid.map(({ cell, lines }) => lines.length * cell.style.size * lineHeight),
    );
    this.ensure(height + 2 * padding + keepWith);
    const top = this.#y + padding;
    if (mark) this.artifact(() => mark(top));
    // The first lines of all cells share a baseline, even if their font sizes differ.
    const first = Math.max(...laid.map(({ cell }) => cell.style.size));
    for (const { cell, lines } of laid) {
      const { style, x, width, end } = cell;
      const draw = () => {
        lines.forEach((line, index) => {
          const baseline = top + first * 1.12 + index * style.size * lineHeight;
          this.textWriter.write(line, style, { x, baseline, width, end });
        });
      };
      if (parent === null) this.artifact(draw);
      else this.#writeTagged(parent, cell, draw);
    }
    this.#y = top + height + padding;
  }

  #writeTagged(parent: Element, { tag, scope }: Cell, draw: Draw): void {
    // The type is declared here, because pdfkit's types lack the `scope` of a heading cell.
    const options: { title?: string; scope?: string } = scope ? { scope } : {};
    const element = this.doc.struct(tag, options);
    parent.add(element);
    element.add(draw);
    element.end();
  }

  /** Numbers the pages and ends the document. */
  close(words: (page: number, pages: number) => string): void {
    this.root.end();
    const { start, count } = this.doc.bufferedPageRange();
    for (let page = start; page < start + count; page++) {
      this.doc.switchToPage(page);
      const baseline = this.doc.page.height - margin;
      this.doc.markContent('Artifact', { type: 'Pagination' });
      const place = { x: this.left, baseline, width: this.width, end: true };
      this.textWriter.write(words(page - start + 1, count), textStyles.foot, place);
      this.doc.endMarkedContent();
    }
    this.doc.end();
  }
}

interface RowOptions {
  /** The space above and below the row, in points. */
  padding?: number;
  /**
   * The height, in points, that must be free below the row, because the next content must be on the
   * same page.
   */
  keepWith?: number;
  /** Draws decoration beside the row. Its argument is the top of the row. */
  mark?: ((top: number) => void) | null;
}
