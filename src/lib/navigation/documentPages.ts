import { fillPath, paths } from '../../../contract/paths.ts';

const page = (file: string) => `/pdfDownload?file=${encodeURIComponent(file)}`;

/** Returns the path of the page that shows an order's receipt as a PDF. */
export function receiptPage(orderId: string): string {
  return page(fillPath(paths.receiptPdf, { id: orderId }));
}

/** Returns the path of the page that shows the statement of a month, such as `2026-11`. */
export function statementPage(month: string): string {
  return page(`${paths.statementPdf}?month=${month}`);
}
