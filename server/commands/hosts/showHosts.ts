import { stringify } from 'csv-stringify/sync';
import type { Selectable } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { escapeFormula } from '../../csv/escapeFormula.ts';
import { printable } from '../printable.ts';

type Interest = Omit<Selectable<Database['host_interests']>, 'id' | 'venue' | 'language'> & {
  venue: string;
  language: string;
};

/** Requests of hosts as text for an operator's terminal. */
export function listed(interests: readonly Interest[]): string {
  return interests.map(paragraph).join('\n');
}

function paragraph(interest: Interest): string {
  const { reference, created_at, done_at, business, venue, language } = interest;
  const when = created_at.toISOString().slice(0, 16).replace('T', ' ');
  const facts = [
    reference,
    when,
    ...(done_at ? ['done'] : []),
    printable(business),
    venue,
    language,
  ];
  const lines = [
    [interest.contact_name, interest.phone, interest.email],
    [interest.address, pointOf(interest)],
    [interest.message],
  ].map((parts) => parts.map((part) => printable(part ?? '')).filter(Boolean));
  const more = lines
    .filter((parts) => parts.length > 0)
    .map((parts) => `    ${parts.join('  ')}\n`);
  return `${facts.join('  ')}\n${more.join('')}`;
}

const pointOf = ({ lat, lng }: Interest) =>
  lat === null || lng === null ? '' : `${lat.toFixed(5)},${lng.toFixed(5)}`;

const columns: readonly (readonly [string, (interest: Interest) => string])[] = [
  ['reference', ({ reference }) => reference],
  ['sent', ({ created_at }) => created_at.toISOString()],
  ['changed', ({ updated_at }) => updated_at.toISOString()],
  ['done', ({ done_at }) => done_at?.toISOString() ?? ''],
  ['business', ({ business }) => business],
  ['venue', ({ venue }) => venue],
  ['lat', ({ lat }) => String(lat ?? '')],
  ['lng', ({ lng }) => String(lng ?? '')],
  ['address', ({ address }) => address],
  ['contact', ({ contact_name }) => contact_name],
  ['phone', ({ phone }) => phone ?? ''],
  ['email', ({ email }) => email ?? ''],
  ['message', ({ message }) => message],
  ['language', ({ language }) => language],
];

const numbers = new Set(['lat', 'lng']);

/** Requests of hosts as a table that a spreadsheet opens without running any formula. */
export function asCsv(interests: readonly Interest[]): string {
  const rows = interests.map((interest) =>
    columns.map(([name, valueOf]) => {
      const value = valueOf(interest);
      return numbers.has(name) ? value : escapeFormula(value);
    }),
  );
  return stringify([columns.map(([name]) => name), ...rows]);
}
