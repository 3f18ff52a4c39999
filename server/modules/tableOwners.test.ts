import { globSync, readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';
import { expect, test } from 'vitest';
import type { Database } from '../db/schema.ts';

/**
 * The owner of each table: a module, or a folder of `server` that modules may import. All others
 * call a function that the owner exports.
 */
const owners: Record<keyof Database, string> = {
  campaign_claims: 'campaigns',
  campaign_marks: 'campaigns',
  campaigns: 'campaigns',
  chargers: 'cabinets',
  code_traffic: 'auth',
  contact_changes: 'profile',
  coupon_marks: 'coupons',
  coupons: 'coupons',
  disputes: 'orders',
  host_interests: 'hosts',
  host_requests: 'hosts',
  idempotency_keys: 'http',
  identities: 'auth',
  inbox: 'cabinets',
  inbox_marks: 'cabinets',
  ledger_accounts: 'ledger',
  ledger_entries: 'ledger',
  ledger_transactions: 'ledger',
  news: 'notifications',
  notification_settings: 'push',
  notifications: 'notifications',
  one_time_codes: 'auth',
  outbox: 'outbox',
  payment_customers: 'payments',
  payment_methods: 'payments',
  payment_steps: 'payments',
  payments: 'payments',
  provider_keys: 'payments',
  push_subscriptions: 'push',
  raffle_entries: 'raffles',
  raffles: 'raffles',
  rate_limits: 'http',
  referral_marks: 'referral',
  referrals: 'referral',
  rentals: 'rentalRecords',
  rider_coupons: 'coupons',
  sessions: 'auth',
  settings: 'db',
  slots: 'cabinets',
  social_attempts: 'social',
  // Made by a trigger of `stations`, and counted into `station_cells`.
  station_cell_changes: 'stations',
  station_cells: 'stations',
  station_terms: 'db',
  station_words: 'db',
  stations: 'stations',
  support_cases: 'support',
  support_reports: 'support',
  tariffs: 'tariffs',
  top_ups: 'topUps',
  user_photos: 'photos',
  users: 'auth',
  wallet_movements: 'wallet',
  watches: 'watches',
  webhook_events: 'payments',
};

interface Write {
  /** Null where the source does not say which. */
  table: string | null;
  owner: string;
  file: string;
}

const root = new URL('../', import.meta.url).pathname;
const sources = globSync('**/*.ts', { cwd: root })
  // The schema's own history, tests, and what measures the server with made-up rows.
  .filter(
    (file) =>
      !/(\.test|\.d|\/testing)\.ts$|^testing\/|^db\/migrations\/|^bin\/(bench|chaos)\//.test(file),
  )
  .toSorted();

const builders = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']);
const written =
  /\b(?:insert\s+into|(?<!\b(?:for|do|key)\s+)update|delete\s+from|truncate(?:\s+table)?|merge\s+into)\s+(?:only\s+)?"?(\w+|\?)/gi;

/** The tables that a file writes, by Kysely's builders or in SQL. */
function tablesOf(source: string): (string | null)[] {
  const tables: (string | null)[] = [];
  visit(parseSync(source, { syntax: 'typescript', target: 'es2022' }), (node) => {
    if (node['type'] === 'CallExpression') {
      const [argument] = list(node['arguments']);
      if (!builders.has(nameOf(field(node['callee'], 'property')))) return;
      const table = field(argument, 'expression');
      const isNamed = field(table, 'type') === 'StringLiteral';
      tables.push(isNamed ? (nameOf(table).split(' ')[0] ?? null) : null);
    } else if (node['type'] === 'TaggedTemplateExpression' && nameOf(node['tag']) === 'sql') {
      const text = list(field(node['template'], 'quasis'))
        .map((part) => String(field(part, 'raw')))
        .join('?');
      for (const [, table = '?'] of text.replaceAll(/--.*$/gm, '').matchAll(written)) {
        tables.push(table === '?' ? null : table);
      }
    }
  });
  return tables;
}

function visit(node: unknown, look: (node: object & Record<string, unknown>) => void): void {
  if (Array.isArray(node)) for (const part of node) visit(part, look);
  if (!isRecord(node)) return;
  look(node);
  for (const part of Object.values(node)) visit(part, look);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function field(node: unknown, name: string): unknown {
  return isRecord(node) ? node[name] : undefined;
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function nameOf(node: unknown): string {
  const name = field(node, 'value');
  return typeof name === 'string' ? name : '';
}

function ownerOf(file: string): string {
  const [folder = '', module = ''] = file.split('/');
  return folder === 'modules' ? module : folder;
}

const writes: Write[] = sources.flatMap((file) =>
  tablesOf(readFileSync(root + file, 'utf8')).map((table) => ({
    table,
    owner: ownerOf(file),
    file,
  })),
);

test('only its owner writes a table', () => {
  const known: Record<string, string> = owners;
  const strangers = writes
    .filter(({ table, owner }) => known[table ?? ''] !== owner)
    .map(({ table, file }) => `${file} writes ${table ?? 'a table that it does not name'}`);
  expect(new Set(strangers)).toEqual(new Set());
});

test('every owner writes its tables', () => {
  const found = new Set(writes.map(({ table, owner }) => `${owner} ${table}`));
  const idle = Object.entries(owners).filter(([table, owner]) => !found.has(`${owner} ${table}`));
  expect(idle).toEqual([]);
});

test.each([
  [`trx.insertInto('users').values({})`, ['users']],
  [`db.updateTable('rentals as r').set({})`, ['rentals']],
  [`db.deleteFrom(table)`, [null]],
  ['sql`with a as (select 1) insert into outbox (id) select 1`', ['outbox']],
  ['sql<Row>`update only "slots" set x = ${1}`', ['slots']],
  ['sql`delete\n from ${name}`', [null]],
  ['sql`select 1 from users for update of users`', []],
  ['sql`insert into news values (1) on conflict do update set x = 1`', ['news']],
  ['sql`select 1 for no key update skip locked`', []],
  ['`insert into users` + db.selectFrom("users")', []],
])('what %s writes is found', (source, tables) => {
  expect(tablesOf(source)).toEqual(tables);
});
