import PdfKit from 'pdfkit';
import { loadTypefaces } from './typefaces.ts';
import { colors, textStyles } from './textStyles.ts';
import type { Block, Column, Fact, DocumentModel, Step } from './documentModel.ts';
import { TextWriter } from './textWriter.ts';
import { PageWriter, type Cell } from './pageWriter.ts';

/**
 * If less than this height is free below a heading, the heading moves to the next page. In points.
 */
const keepWith = 60;

/**
 * Draws a document as a tagged PDF. The tags give screen readers the reading order and the language.
 */
export async function drawDocument(model: DocumentModel): Promise<Buffer> {
  const typefaces = await loadTypefaces(textsOf(model), [400, 700]);
  const { brand, title, madeAt } = model;
  const doc = new PdfKit({
    size: model.language === 'zh-CN' ? 'A4' : 'LETTER',
    margin: 0,
    // The document uses no standard PDF fonts, because these would not be embedded.
    font: '',
    bufferPages: true,
    pdfVersion: '1.7',
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- younger than pdfkit's types
    subset: 'PDF/UA' as 'PDF/A-2a',
    tagged: true,
    lang: model.language,
    displayTitle: true,
    info: { Title: title, Author: brand, Creator: brand, Producer: brand, CreationDate: madeAt },
  });
  const chunks: Buffer[] = [];
  const drawn = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  const writer = new PageWriter(doc, new TextWriter(doc, typefaces));
  drawHead(writer, model);
  for (const block of model.blocks) drawBlock(writer, block);
  writer.close((page, pages) =>
    model.pageWords.replace('{{page}}', String(page)).replace('{{pages}}', String(pages)),
  );
  return drawn;
}

function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    for (const inner of Object.values(value)) yield* textsOf(inner);
  } else yield '0123456789';
}

function drawHead(writer: PageWriter, { brand, heading, lead }: DocumentModel): void {
  const { doc, left } = writer;
  const mark = (top: number) => {
    doc.lineWidth(1.6).roundedRect(left + 0.8, top + 0.8, 9, 20.4, 4.5);
    doc.strokeColor(colors.ink).stroke();
    doc.roundedRect(left + 2.8, top + 10, 5, 9.2, 2.5).fill(colors.spark);
  };
  const name: Cell = {
    text: brand,
    style: textStyles.brand,
    x: left + 18,
    width: writer.width - 18,
    tag: 'P',
  };
  writer.row(brand === '' ? null : writer.root, [name], { padding: 0, mark });
  writer.skip(26);
  writer.line('H1', heading, textStyles.heading);
  writer.skip(2);
  writer.line('P', lead, textStyles.quiet);
  writer.skip(14);
}

function drawBlock(writer: PageWriter, block: Block): void {
  switch (block.kind) {
    case 'heading':
      writer.skip(14);
      // A block of payment steps may follow, which begins with a heading of its own, so more height
      // must be free.
      writer.line('H2', block.text, textStyles.part, 1.6 * keepWith);
      writer.skip(4);
      break;
    case 'text':
      writer.line('P', block.text, textStyles.text);
      writer.skip(4);
      break;
    case 'facts':
      drawFacts(writer, block.rows);
      break;
    case 'steps':
      writer.skip(6);
      writer.line('H3', block.heading, textStyles.strong, keepWith);
      drawSteps(writer, block.items);
      break;
    case 'table':
      drawTable(writer, block.columns, block.rows);
      break;
  }
}

function drawFacts(writer: PageWriter, rows: readonly Fact[]): void {
  const { left, width } = writer;
  const share = 0.42;
  const table = writer.element(writer.root, 'Table');
  for (const { label, value, strong = false } of rows) {
    const row = writer.element(table, 'TR');
    writer.row(row, [
      {
        text: label,
        style: strong ? textStyles.strong : textStyles.quiet,
        x: left,
        width: width * share - 12,
        tag: 'TH',
        scope: 'Row',
      },
      {
        text: value,
        style: strong ? textStyles.strong : textStyles.text,
        x: left + width * share,
        width: width * (1 - share),
        end: true,
        tag: 'TD',
      },
    ]);
    writer.hairline();
    row.end();
  }
  table.end();
}

function drawSteps(writer: PageWriter, items: readonly Step[]): void {
  const { doc, left, width } = writer;
  const list = writer.element(writer.root, 'L');
  for (const { text, note } of items) {
    const item = writer.element(list, 'LI');
    const words = note === '' ? text : `${text} · ${note}`;
    const mark = (top: number) => doc.circle(left + 4, top + 7.6, 2).fill(colors.quiet);
    const cell: Cell = {
      text: words,
      style: textStyles.text,
      x: left + 16,
      width: width - 16,
      tag: 'LBody',
    };
    writer.row(item, [cell], { padding: 2, mark });
    item.end();
  }
  list.end();
  writer.skip(6);
}

function drawTable(
  writer: PageWriter,
  columns: readonly Column[],
  rows: readonly string[][],
): void {
  const { left, width } = writer;
  const gap = 10;
  const whole = columns.reduce((sum, { share }) => sum + share, 0);
  let from = left;
  const places = columns.map(({ share, end }) => {
    const x = from;
    const room = (width * share) / whole;
    from += room;
    // A right-aligned column has no gap at its right side, so that the last column reaches the
    // right margin of the page.
    return { x, width: room - (end ? 0 : gap), end };
  });
  const cellsOf = (texts: readonly string[], isHead: boolean): Cell[] =>
    places.map((place, index) => ({
      ...place,
      text: texts[index] ?? '',
      style: isHead ? textStyles.head : textStyles.cell,
      ...(isHead ? { tag: 'TH', scope: 'Column' } : { tag: 'TD' }),
    }));
  const heads = cellsOf(
    columns.map(({ label }) => label),
    true,
  );
  const table = writer.element(writer.root, 'Table');
  const drawRow = (cells: Cell[]) => {
    const row = writer.element(table, 'TR');
    writer.row(row, cells, { padding: 4 });
    writer.hairline();
    row.end();
  };
  drawRow(heads);
  writer.onNewPage = () => {
    writer.row(null, heads, { padding: 4 });
    writer.hairline();
  };
  for (const texts of rows) drawRow(cellsOf(texts, false));
  writer.onNewPage = null;
  table.end();
}
