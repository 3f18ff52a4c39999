import PdfKit from 'pdfkit';
import { loadFaces } from './faces.ts';
import { colors, inks } from './inks.ts';
import type { Block, Column, Fact, Paper, Step } from './paper.ts';
import { Pen } from './pen.ts';
import { Sheet, type Cell } from './sheet.ts';

/** A heading takes this much of what it heads with it to the next page. */
const keepWith = 60;

/** Draws a paper as a tagged PDF: what is read aloud, in which order and language, is in its structure. */
export async function drawPaper(paper: Paper): Promise<Buffer> {
  const faces = await loadFaces(textsOf(paper), [400, 700]);
  const { brand, title, madeAt } = paper;
  const doc = new PdfKit({
    size: paper.language === 'zh-CN' ? 'A4' : 'LETTER',
    margin: 0,
    // None of the fonts that every reader is thought to have: they would not be embedded.
    font: '',
    bufferPages: true,
    pdfVersion: '1.7',
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- younger than pdfkit's types
    subset: 'PDF/UA' as 'PDF/A-2a',
    tagged: true,
    lang: paper.language,
    displayTitle: true,
    info: { Title: title, Author: brand, Creator: brand, Producer: brand, CreationDate: madeAt },
  });
  const chunks: Buffer[] = [];
  const drawn = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  const sheet = new Sheet(doc, new Pen(doc, faces));
  drawHead(sheet, paper);
  for (const block of paper.blocks) drawBlock(sheet, block);
  sheet.close((page, pages) =>
    paper.pageWords.replace('{{page}}', String(page)).replace('{{pages}}', String(pages)),
  );
  return drawn;
}

function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    for (const inner of Object.values(value)) yield* textsOf(inner);
  } else yield '0123456789';
}

function drawHead(sheet: Sheet, { brand, heading, lead }: Paper): void {
  const { doc, left } = sheet;
  const mark = (top: number) => {
    doc.lineWidth(1.6).roundedRect(left + 0.8, top + 0.8, 9, 20.4, 4.5);
    doc.strokeColor(colors.ink).stroke();
    doc.roundedRect(left + 2.8, top + 10, 5, 9.2, 2.5).fill(colors.spark);
  };
  const name: Cell = {
    text: brand,
    ink: inks.brand,
    x: left + 18,
    width: sheet.width - 18,
    tag: 'P',
  };
  sheet.row(brand === '' ? null : sheet.root, [name], { padding: 0, mark });
  sheet.skip(26);
  sheet.line('H1', heading, inks.heading);
  sheet.skip(2);
  sheet.line('P', lead, inks.quiet);
  sheet.skip(14);
}

function drawBlock(sheet: Sheet, block: Block): void {
  switch (block.kind) {
    case 'heading':
      sheet.skip(14);
      // A part of steps begins with a heading of its own.
      sheet.line('H2', block.text, inks.part, 1.6 * keepWith);
      sheet.skip(4);
      break;
    case 'text':
      sheet.line('P', block.text, inks.text);
      sheet.skip(4);
      break;
    case 'facts':
      drawFacts(sheet, block.rows);
      break;
    case 'steps':
      sheet.skip(6);
      sheet.line('H3', block.heading, inks.strong, keepWith);
      drawSteps(sheet, block.items);
      break;
    case 'table':
      drawTable(sheet, block.columns, block.rows);
      break;
  }
}

function drawFacts(sheet: Sheet, rows: readonly Fact[]): void {
  const { left, width } = sheet;
  const share = 0.42;
  const table = sheet.element(sheet.root, 'Table');
  for (const { label, value, strong = false } of rows) {
    const row = sheet.element(table, 'TR');
    sheet.row(row, [
      {
        text: label,
        ink: strong ? inks.strong : inks.quiet,
        x: left,
        width: width * share - 12,
        tag: 'TH',
        scope: 'Row',
      },
      {
        text: value,
        ink: strong ? inks.strong : inks.text,
        x: left + width * share,
        width: width * (1 - share),
        end: true,
        tag: 'TD',
      },
    ]);
    sheet.hairline();
    row.end();
  }
  table.end();
}

function drawSteps(sheet: Sheet, items: readonly Step[]): void {
  const { doc, left, width } = sheet;
  const list = sheet.element(sheet.root, 'L');
  for (const { text, note } of items) {
    const item = sheet.element(list, 'LI');
    const words = note === '' ? text : `${text} · ${note}`;
    const mark = (top: number) => doc.circle(left + 4, top + 7.6, 2).fill(colors.quiet);
    const cell: Cell = {
      text: words,
      ink: inks.text,
      x: left + 16,
      width: width - 16,
      tag: 'LBody',
    };
    sheet.row(item, [cell], { padding: 2, mark });
    item.end();
  }
  list.end();
  sheet.skip(6);
}

function drawTable(sheet: Sheet, columns: readonly Column[], rows: readonly string[][]): void {
  const { left, width } = sheet;
  const gap = 10;
  const whole = columns.reduce((sum, { share }) => sum + share, 0);
  let from = left;
  const places = columns.map(({ share, end }) => {
    const x = from;
    const room = (width * share) / whole;
    from += room;
    // The last column reaches the edge, where its figures end.
    return { x, width: room - (end ? 0 : gap), end };
  });
  const cellsOf = (texts: readonly string[], isHead: boolean): Cell[] =>
    places.map((place, index) => ({
      ...place,
      text: texts[index] ?? '',
      ink: isHead ? inks.head : inks.cell,
      ...(isHead ? { tag: 'TH', scope: 'Column' } : { tag: 'TD' }),
    }));
  const heads = cellsOf(
    columns.map(({ label }) => label),
    true,
  );
  const table = sheet.element(sheet.root, 'Table');
  const drawRow = (cells: Cell[]) => {
    const row = sheet.element(table, 'TR');
    sheet.row(row, cells, { padding: 4 });
    sheet.hairline();
    row.end();
  };
  drawRow(heads);
  sheet.onNewPage = () => {
    sheet.row(null, heads, { padding: 4 });
    sheet.hairline();
  };
  for (const texts of rows) drawRow(cellsOf(texts, false));
  sheet.onNewPage = null;
  table.end();
}
