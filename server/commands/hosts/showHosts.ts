import { stringify } from 'csv-stringify/sync';
import type { HostRequest } from '../../../contract/operators/promotions.ts';
import { escapeFormula } from '../../csv/escapeFormula.ts';
import { printable } from '../printable.ts';

/** Requests of hosts as text for an operator's terminal. */
export function listed(requests: readonly HostRequest[]): string {
  return requests.map(paragraph).join('\n');
}

function paragraph(request: HostRequest): string {
  const { reference, sentAt, doneAt, business, venue, language } = request;
  const when = sentAt.slice(0, 16).replace('T', ' ');
  const facts = [
    reference,
    when,
    ...(doneAt === null ? [] : ['done']),
    printable(business),
    venue,
    language,
  ];
  const lines = [
    [request.contactName, request.phone, request.email],
    [request.address, pointOf(request)],
    [request.message],
  ].map((parts) => parts.map((part) => printable(part ?? '')).filter(Boolean));
  const more = lines
    .filter((parts) => parts.length > 0)
    .map((parts) => `    ${parts.join('  ')}\n`);
  return `${facts.join('  ')}\n${more.join('')}`;
}

const pointOf = ({ lat, lng }: HostRequest) =>
  lat === null || lng === null ? '' : `${lat.toFixed(5)},${lng.toFixed(5)}`;

const columns: readonly (readonly [string, (request: HostRequest) => string])[] = [
  ['reference', ({ reference }) => reference],
  ['sent', ({ sentAt }) => sentAt],
  ['changed', ({ changedAt }) => changedAt],
  ['done', ({ doneAt }) => doneAt ?? ''],
  ['business', ({ business }) => business],
  ['venue', ({ venue }) => venue],
  ['lat', ({ lat }) => String(lat ?? '')],
  ['lng', ({ lng }) => String(lng ?? '')],
  ['address', ({ address }) => address],
  ['contact', ({ contactName }) => contactName],
  ['phone', ({ phone }) => phone ?? ''],
  ['email', ({ email }) => email ?? ''],
  ['message', ({ message }) => message],
  ['language', ({ language }) => language],
];

const numbers = new Set(['lat', 'lng']);

/**
 * Returns the requests of hosts as CSV. Escapes all texts, so that a spreadsheet does not run them as
 * formulas.
 */
export function asCsv(requests: readonly HostRequest[]): string {
  const rows = requests.map((request) =>
    columns.map(([name, valueOf]) => {
      const value = valueOf(request);
      return numbers.has(name) ? value : escapeFormula(value);
    }),
  );
  return stringify([columns.map(([name]) => name), ...rows]);
}
