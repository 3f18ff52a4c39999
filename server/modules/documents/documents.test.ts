import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Problem } from '../../../contract/errors.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { signUp, startTestApp, type Rider, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { addPastOrders } from '../../testing/pastOrders.ts';
import { addStation } from '../../testing/stations.ts';

const dayMs = 24 * 60 * 60 * 1000;

forEachEngine((engine) => {
  let app: TestApp;
  let rider: Rider;
  let orderIds: string[];

  beforeAll(async () => {
    app = await startTestApp({ engine, env: { BRAND_NAME: 'Slotly' } });
    rider = await signUp(app);
    const stationId = await addStation(app.deps.db, { name: '=Łódź «Привет» 你好 \u{12000}' });
    const from = new Date('2026-10-31T22:00:00Z');
    const past = { userId: rider.userId, stationId, count: 3, from, every: dayMs };
    orderIds = await addPastOrders(app.deps.db, past);
  });
  afterAll(() => app.close());

  const receiptPath = () => fillPath(paths.receiptPdf, { id: orderIds[0] ?? '' });

  async function ask(path: string, session = rider.sessionId): Promise<Response> {
    return fetch(app.url + path, { headers: { authorization: `Bearer ${session}` } });
  }

  async function problemOf(path: string, session?: string): Promise<Problem> {
    const response = await ask(path, session);
    return Problem.parse(await response.json());
  }

  describe('a receipt', () => {
    test.each([
      ['en', 'Order receipt', '1 hour 42 minutes', 'Visa ending 4242'],
      ['es', 'Recibo', '1 hora 42 minutos', 'Visa'],
      ['zh-CN', '订单收据', '1 小时 42 分钟', 'Visa 尾号 4242'],
    ])(
      'in %s has the same texts as the app, and can be read aloud @slow',
      async (language, ...words) => {
        const query = `?language=${language}&timeZone=America/Chicago`;
        const response = await ask(receiptPath() + query);
        expect(response.status).toBe(200);
        expect(Object.fromEntries(response.headers)).toMatchObject({
          'content-type': 'application/pdf',
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        });
        expect(response.headers.get('content-disposition')).toMatch(
          /^attachment; filename="receipt-R-[\w-]+\.pdf"$/,
        );
        const pdf = await readPdf(response);
        for (const word of [
          ...words,
          'Slotly',
          'Oct 31, 2026, 5:00 PM',
          '$3.00',
          '«Привет» 你好',
        ]) {
          expect(pdf.text).toContain(word);
        }
        expect(pdf.catalog).toMatchObject({ lang: language, marked: true });
        expect(pdf.title).toMatch(/ R-/);
        expect(pdf.roles).toEqual(
          expect.arrayContaining(['H1', 'H2', 'H3', 'Table', 'TR', 'TH', 'TD', 'L', 'LI', 'LBody']),
        );
        expect(pdf.fonts.length).toBeGreaterThan(0);
        expect(pdf.fonts.every(({ missing }) => !missing)).toBe(true);
      },
    );

    test('of another rider is not found, and an unknown receipt is not found', async () => {
      const other = await signUp(app);
      const notMine = { status: 404, code: 'orderNotFound' };
      expect(await problemOf(receiptPath(), other.sessionId)).toMatchObject(notMine);
      const none = fillPath(paths.receiptPdf, { id: randomUUID() });
      expect(await problemOf(none)).toMatchObject(notMine);
      expect(await problemOf(receiptPath(), 'x'.repeat(43))).toMatchObject({ status: 401 });
    });
  });

  describe('a statement', () => {
    test('has the orders of the month in the given time zone, and their total', async () => {
      const path = `${paths.statementPdf}?month=2026-11&timeZone=America/Chicago`;
      const pdf = await readPdf(await ask(path));
      expect(pdf.title).toBe('Statement for Nov 2026');
      expect(pdf.text).toContain('Nov 1, 2026, 4:00 PM');
      expect(pdf.text).not.toContain('Oct 31');
      expect(pdf.text).toMatch(/Total amount charged \(USD\)\s+\$6\.00/);
      // In Berlin, the first order began in October, as in Chicago. In Tokyo, it began in November.
      const berlin = await readPdf(await ask(path.replace('America/Chicago', 'Europe/Berlin')));
      expect(berlin.text).toMatch(/Orders\s+2/);
      const tokyo = await readPdf(await ask(path.replace('America/Chicago', 'Asia/Tokyo')));
      expect(tokyo.text).toMatch(/Orders\s+3/);
    });

    test('of a month without orders shows that there are no orders', async () => {
      const pdf = await readPdf(await ask(`${paths.statementPdf}?month=2025-02&language=es`));
      expect(pdf.text).toContain('No hay pedidos en este mes.');
      expect(pdf.pages).toBe(1);
    });

    test.each(['en', 'zh-CN'])(
      'in %s does not break order numbers between two lines',
      async (language) => {
        const { userId, sessionId } = await signUp(app);
        const stationId = await addStation(app.deps.db);
        const from = new Date('2026-08-02T00:00:00Z');
        const past = { userId, stationId, count: 1, from, every: dayMs };
        const [id = ''] = await addPastOrders(app.deps.db, past);
        const widest = language === 'en' ? 'R-WWWW-WWWW' : 'R-WWWW-WWWZ';
        await app.deps.db
          .updateTable('rentals')
          .set({ number: widest })
          .where('id', '=', id)
          .execute();
        const path = `${paths.statementPdf}?month=2026-08&language=${language}`;
        expect((await readPdf(await ask(path, sessionId))).text).toContain(widest);
      },
    );

    test('of a thousand orders has many numbered pages @all', async () => {
      const { userId, sessionId } = await signUp(app);
      const stationId = await addStation(app.deps.db, { name: 'Corner Bakery' });
      const from = new Date('2026-09-02T00:00:00Z');
      const past = { userId, stationId, count: 1000, from, every: 30 * 60_000 };
      await addPastOrders(app.deps.db, past);
      const pdf = await readPdf(await ask(`${paths.statementPdf}?month=2026-09`, sessionId));
      expect(pdf.text).toMatch(/Orders\s+1000/);
      expect(pdf.text).toContain('$3,000.00');
      expect(pdf.pages).toBeGreaterThan(20);
      expect(pdf.text).toContain(`Page ${pdf.pages} of ${pdf.pages}`);
      expect(pdf.text.match(/Corner Bakery/g)).toHaveLength(1000);
      const csv = await ask(`${paths.ordersCsv}?from=2026-09-01&to=2026-09-30`, sessionId);
      expect(parse(await csv.text(), { bom: true })).toHaveLength(1001);
    });
  });

  describe('an export', () => {
    test('is a table for spreadsheets, without formulas', async () => {
      const zone = 'timeZone=America/Chicago&language=zh-CN';
      const response = await ask(`${paths.ordersCsv}?from=2026-10-31&to=2026-11-01&${zone}`);
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(response.headers.get('content-disposition')).toBe(
        'attachment; filename="orders-2026-10-31-2026-11-01.csv"',
      );
      const text = Buffer.from(await response.arrayBuffer()).toString();
      expect(text.startsWith('\uFEFF订单编号,')).toBe(true);
      const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
      expect(rows).toHaveLength(2);
      expect(rows).toMatchObject([
        { 取出时间: '2026-10-31T17:00:00-05:00', 总收费: '3.00', '时长（分钟）': '102' },
        // The clocks were set back between these two times.
        { 取出时间: '2026-11-01T16:00:00-06:00', 币种: 'USD' },
      ]);
      expect(rows[0]?.['取出站点']).toMatch(/^'=Łódź/);
    });

    test('of no orders has only a header', async () => {
      const response = await ask(`${paths.ordersCsv}?from=2020-01-01&to=2020-12-31`);
      expect(parse(await response.text(), { bom: true })).toHaveLength(1);
    });
  });

  test.each([
    `${paths.statementPdf}?month=2026-13`,
    `${paths.statementPdf}?month=1999-01`,
    paths.statementPdf,
    `${paths.statementPdf}?month=2026-11&timeZone=Mars/Olympus`,
    `${paths.statementPdf}?month=2026-11&language=de`,
    `${paths.ordersCsv}?from=2026-02-01&to=2026-01-31`,
    `${paths.ordersCsv}?from=2025-01-01&to=2026-01-02`,
    `${paths.ordersCsv}?from=2026-02-30&to=2026-03-01`,
    `${paths.ordersCsv}?from=2026-02-01&to=2026-03-01&timeZone=/etc/passwd`,
  ])('%s is refused', async (path) => {
    expect(await problemOf(path)).toMatchObject({ status: 400, code: 'invalidInput' });
  });
});

/** Reads a PDF as a screen reader does. */
async function readPdf(response: Response) {
  expect(response.status).toBe(200);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const source = Buffer.from(bytes).toString('latin1');
  const pdf = await getDocumentProxy(bytes);
  const { text } = await extractText(pdf, { mergePages: true });
  const { info } = await pdf.getMetadata();
  const pages = Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1));
  const trees = (await Promise.all(pages)).map((page) => page.getStructTree());
  return {
    text,
    pages: pdf.numPages,
    title: 'Title' in info ? String(info.Title) : '',
    roles: (await Promise.all(trees)).flatMap(rolesOf),
    fonts: [...source.matchAll(/\/Type \/FontDescriptor[^>]*?>>/gs)].map(([font]) => ({
      missing: !font.includes('/FontFile2'),
    })),
    catalog: {
      lang: /\/Lang \(([\w-]+)\)/.exec(source)?.[1],
      marked: source.includes('/Marked true'),
    },
  };
}

function rolesOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const role = 'role' in node && typeof node.role === 'string' ? [node.role] : [];
  const children = 'children' in node && Array.isArray(node.children) ? node.children : [];
  return [...new Set([...role, ...children.flatMap(rolesOf)])];
}
