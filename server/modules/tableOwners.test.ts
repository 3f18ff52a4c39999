import { globSync, readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';
import { expect, test } from 'vitest';
import type { Database } from '../db/schema.ts';

/*
 * These tests read the source code. They find the tables in calls of Kysely's query builders, in template literals with
 * the tag `sql`, and in literals that are passed to `sql.raw`. They do not find:
 * - SQL that `sql.raw` or the driver gets from a variable or another expression;
 * - a table that a function returns, as in `from ${tableOf(x)}`: the tests treat the result of a function as a query;
 * - a list of tables that begins in one template literal and continues in another;
 * - a table that is named only for a column, as in `where('users.id', '=', id)`.
 */

/**
 * The owner of each table: a module, or a folder of `server` that modules may import. To read or write a table, all
 * other modules call a function that the owner exports.
 */
const owners: Record<keyof Database, string> = {
  account_changes: 'accountChanges',
  alert_recipients: 'alerts',
  bulk_acts: 'bulkActs',
  cabinet_commands: 'cabinets',
  cabinet_events: 'cabinets',
  cabinet_health: 'cabinets',
  campaign_claims: 'campaigns',
  campaign_marks: 'campaigns',
  campaigns: 'campaigns',
  card_pauses: 'payments',
  chargebacks: 'chargebacks',
  charger_reports: 'cabinets',
  charger_swaps: 'rentalRecords',
  chargers: 'cabinets',
  rider_blocks: 'auth',
  claim_photos: 'rentalRecords',
  code_traffic: 'auth',
  contact_changes: 'profile',
  coupon_marks: 'coupons',
  coupons: 'coupons',
  disputes: 'orders',
  evidence_receipts: 'chargebacks',
  favourite_stations: 'favourites',
  field_session_chargers: 'cabinets',
  field_sessions: 'cabinets',
  former_secrets: 'stations',
  fraud_warnings: 'chargebacks',
  host_interests: 'hosts',
  host_requests: 'hosts',
  idempotency_keys: 'http',
  identities: 'auth',
  inbox: 'cabinets',
  inbox_marks: 'cabinets',
  invoices: 'invoices',
  known_devices: 'auth',
  ledger_accounts: 'ledger',
  ledger_entries: 'ledger',
  ledger_transactions: 'ledger',
  money_calls: 'payments',
  news: 'notifications',
  notification_settings: 'push',
  notifications: 'notifications',
  one_time_codes: 'auth',
  operator_actions: 'audit',
  operator_attempts: 'operators',
  operator_factors: 'operators',
  operator_keys: 'operators',
  operator_links: 'operators',
  operator_recovery_codes: 'operators',
  operator_sessions: 'operators',
  operator_payouts: 'approvals',
  operators: 'operators',
  outbox: 'outbox',
  payment_customers: 'payments',
  payment_methods: 'payments',
  payment_steps: 'payments',
  payments: 'payments',
  pending_acts: 'approvals',
  pending_rewards: 'rewards',
  proof_keys: 'proofs',
  provider_keys: 'payments',
  provider_transactions: 'reconciliation',
  push_subscriptions: 'push',
  raffle_entries: 'raffles',
  raffles: 'raffles',
  rate_limits: 'http',
  reconciliation_differences: 'reconciliation',
  reconciliations: 'reconciliation',
  regions: 'venues',
  referral_marks: 'referral',
  referrals: 'referral',
  rental_claims: 'rentalRecords',
  rentals: 'rentalRecords',
  reservations: 'reservations',
  reward_hashes: 'rewards',
  rider_coupons: 'coupons',
  sellers: 'invoices',
  sessions: 'auth',
  settings: 'db',
  slots: 'cabinets',
  social_attempts: 'social',
  // A trigger of `stations` inserts these rows. The counts are in `station_cells`.
  station_cell_changes: 'stations',
  station_cells: 'stations',
  station_terms: 'db',
  station_words: 'db',
  stations: 'stations',
  support_cases: 'support',
  support_reports: 'support',
  tariff_assignment_stations: 'tariffs',
  tariff_assignment_venues: 'tariffs',
  tariff_assignments: 'tariffs',
  tariffs: 'tariffs',
  terms_acceptances: 'auth',
  tickets: 'tickets',
  top_ups: 'topUps',
  undo_links: 'accountChanges',
  user_photos: 'photos',
  users: 'auth',
  usual_counts: 'usualCounts',
  wallet_movements: 'wallet',
  venue_periods: 'venues',
  venues: 'venues',
  venue_payout_reversals: 'venueShares',
  venue_payout_statements: 'venueShares',
  venue_payouts: 'venueShares',
  venue_statement_lines: 'venueShares',
  venue_statement_mails: 'venueShares',
  venue_statements: 'venueShares',
  venue_terms: 'venueShares',
  watches: 'watches',
  webhook_deliveries: 'webhooks',
  webhook_endpoints: 'webhooks',
  webhook_messages: 'webhooks',
  webhook_events: 'payments',
};

/** The tables that only a trigger of another table writes. */
const writtenByTriggers: readonly string[] = ['venue_periods'];

const unnamed = 'a table that it does not name';

/**
 * Allowed reads of a table by a file of another owner. The key is `file table`, and the value is the reason.
 */
const allowedReads: Record<string, string> = {
  [`outbox/enqueueEach.ts ${unnamed}`]:
    'each caller passes its own query, and this test checks that query in the file of the caller',
  'modules/stations/search/wordPositions.ts station_terms':
    'the search reads the index in one statement; db owns the index, because a migration fills it, too',
  'modules/stations/search/words.ts station_words':
    'the search completes and corrects words in one statement with the same index',
};

/** The folder of the commands. The commands may read all tables for reports. */
const readsForReports = 'commands';

/** A use of a table in a file: a read or a write. */
interface Use {
  /** The name of the table. It is null if the source does not name the table. */
  table: string | null;
  owner: string;
  file: string;
}

const root = new URL('../', import.meta.url).pathname;
const sources = globSync('**/*.ts', { cwd: root })
  // Leave out tests and their helpers, type declarations, and migrations (they are the history of the schema).
  .filter((file) => !/(\.test|\.d|\/testing)\.ts$|^testing\/|^db\/migrations\//.test(file))
  .toSorted();

const writers = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']);
const readers = new Set(
  ['inner', 'left', 'right', 'full', 'cross']
    .flatMap((side) => [`${side}Join`, `${side}JoinLateral`])
    .concat('selectFrom'),
);
/** Other objects have methods with these names, too. So a call counts only if its argument names a table. */
const ambiguousReaders = new Set(['from', 'using', 'table']);

const written =
  /\b(?:insert\s+into|(?<!\b(?:for|do|key)\s+)update|delete\s+from|truncate(?:\s+table)?|merge\s+into)\s+(?:only\s+)?(?:"?public"?\.)?"?(\w+|\?)/gi;
const reading = /(?<!\b(?:delete|distinct)\s+)\b(?:from|join|using)\b/gi;
/**
 * Matches the first name in an item of a `from` clause, or the question mark that stands for a
 * value. PostgreSQL does not allow a single table in parentheses, so a single value in parentheses
 * is a query.
 */
const firstName =
  /(?:\s|\((?!\s*\?\s*\))|\b(?:only|lateral)\b)*(?:"?public"?\.)?"?(\w+|\?(?:\(\))?|\()/iy;
/**
 * Matches the tokens that matter for the end of an item of a `from` clause. A comma ends the item.
 * A semicolon, or a keyword after the clause, ends the whole clause. The test skips string literals
 * and text in parentheses.
 */
const separator =
  /'[^']*'|[(),;]|\b(?:where|group|having|window|order|limit|offset|fetch|for|union|intersect|except|set|returning|when|do)\b/gi;

/** The tables that a file writes, by Kysely's builders or in SQL. */
function tablesWritten(source: string): (string | null)[] {
  const tables: (string | null)[] = [];
  visit(parse(source), (node) => {
    if (writers.has(calledBy(node))) {
      // Only a table can be changed. So the argument must name a table, and cannot be a query that a function returns.
      const named = tablesNamed(list(node['arguments'])[0]);
      tables.push(...(named.length > 0 ? named : [null]));
    }
    for (const [, table = '?'] of sqlOf(node).matchAll(written)) {
      tables.push(table === '?' ? null : table.toLowerCase());
    }
  });
  return tables;
}

/**
 * The tables that a file reads, by Kysely's builders or in SQL. The result omits the names of `with`
 * clauses.
 */
function tablesRead(source: string): (string | null)[] {
  const tables: (string | null)[] = [];
  visit(parse(source), (node) => {
    const name = calledBy(node);
    const named = () => tablesNamed(list(node['arguments'])[0]);
    if (readers.has(name)) tables.push(...named());
    if (ambiguousReaders.has(name)) tables.push(...named().filter((table) => table !== null));
    tables.push(...tablesAfterFrom(sqlOf(node)));
  });
  return tables.filter((table) => table === null || table in owners);
}

/**
 * The tables of the `from` clauses in SQL. An item is null for the placeholder `?`. The placeholder `?()` is a query,
 * and adds no item.
 */
function tablesAfterFrom(text: string): (string | null)[] {
  const tables = new Set<string | null>();
  for (const { 0: keyword, index } of text.matchAll(reading)) {
    let at: number | null = index + keyword.length;
    while (at !== null) {
      firstName.lastIndex = at;
      const name = firstName.exec(text)?.[1]?.toLowerCase();
      if (name === '?') tables.add(null);
      else if (name !== undefined && /^\w/.test(name)) tables.add(name);
      at = nextItem(text, at);
    }
  }
  return [...tables];
}

/** The position at which the next item of a `from` clause begins. It is null at the end of the clause. */
function nextItem(text: string, start: number): number | null {
  let depth = 0;
  separator.lastIndex = start;
  for (let found = separator.exec(text); found; found = separator.exec(text)) {
    const [part] = found;
    if (part === '(') depth++;
    else if (part === ')') depth--;
    else if (depth === 0 && part === ',') return separator.lastIndex;
    else if (depth === 0 && !part.startsWith("'")) return null;
    if (depth < 0) return null;
  }
  return null;
}

function parse(source: string): unknown {
  return parseSync(source, { syntax: 'typescript', target: 'es2022' });
}

/** The name of the method that an expression calls. It is empty for any other expression. */
function calledBy(node: object & Record<string, unknown>): string {
  return node['type'] === 'CallExpression' ? nameOf(field(node['callee'], 'property')) : '';
}

/**
 * The tables in the argument of a query builder. An item is null if the argument does not contain the name of the
 * table. The list is empty for a query that a function returns; the test recognises such a query by its alias.
 */
function tablesNamed(argument: unknown): (string | null)[] {
  const given = field(argument, 'expression');
  switch (field(given, 'type')) {
    case 'StringLiteral':
      return [/^(?:public\.)?(\w+)/i.exec(nameOf(given))?.[1]?.toLowerCase() ?? null];
    case 'ArrayExpression':
      return list(field(given, 'elements')).flatMap(tablesNamed);
    case 'ArrowFunctionExpression':
      return [];
    case 'CallExpression': {
      const hasAlias = nameOf(field(field(given, 'callee'), 'property')) === 'as';
      return hasAlias && !isMadeBySql(given) ? [] : [null];
    }
    default:
      return [null];
  }
}

/** Whether an expression is a template literal with the tag `sql`, or calls a function of `sql`. */
function isMadeBySql(expression: unknown): boolean {
  if (nameOf(expression) === 'sql') return true;
  const inner = ['callee', 'object', 'tag'].map((part) => field(expression, part));
  return inner.some((part) => part !== undefined && isMadeBySql(part));
}

/**
 * The SQL of a template literal with the tag `sql`, or of `sql.raw`. Each value becomes `?`, or
 * `?()` if it is the call of a function that does not belong to `sql`.
 */
function sqlOf(node: object & Record<string, unknown>): string {
  if (node['type'] === 'TaggedTemplateExpression' && nameOf(node['tag']) === 'sql') {
    return textOf(node['template']);
  }
  const isRaw = calledBy(node) === 'raw' && nameOf(field(node['callee'], 'object')) === 'sql';
  return isRaw ? textOf(field(list(node['arguments'])[0], 'expression')) : '';
}

function textOf(literal: unknown): string {
  if (field(literal, 'type') === 'StringLiteral') return nameOf(literal);
  const values = list(field(literal, 'expressions')).map((value) =>
    field(value, 'type') === 'CallExpression' && !isMadeBySql(value) ? '?()' : '?',
  );
  const text = list(field(literal, 'quasis'))
    .map((part, i) => `${String(field(part, 'raw'))}${values[i] ?? ''}`)
    .join('');
  return text.replaceAll(/--.*$/gm, '');
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

function usesOf(find: (source: string) => (string | null)[]): Use[] {
  return sources.flatMap((file) =>
    find(readFileSync(root + file, 'utf8')).map((table) => ({ table, owner: ownerOf(file), file })),
  );
}

const known: Record<string, string> = owners;
const writes = usesOf(tablesWritten);

test('only the owner of a table writes the table', () => {
  const strangers = writes
    .filter(({ table, owner }) => known[table ?? ''] !== owner)
    .map(({ table, file }) => `${file} writes ${table ?? unnamed}`);
  expect(new Set(strangers)).toEqual(new Set());
});

test('every owner writes its tables', () => {
  const found = new Set(writes.map(({ table, owner }) => `${owner} ${table}`));
  const idle = Object.entries(owners)
    .filter(([table]) => !writtenByTriggers.includes(table))
    .filter(([table, owner]) => !found.has(`${owner} ${table}`));
  expect(idle).toEqual([]);
});

test('only the owner of a table reads the table, except for the allowed reads @slow', () => {
  const strangers = usesOf(tablesRead)
    .filter(({ table, owner }) => owner !== readsForReports && known[table ?? ''] !== owner)
    .map(({ table, file }) => `${file} ${table ?? unnamed}`);
  expect(new Set(strangers)).toEqual(new Set(Object.keys(allowedReads)));
});

test.each([
  [`trx.insertInto('users').values({})`, ['users']],
  [`db.updateTable('rentals as r').set({})`, ['rentals']],
  [`db.deleteFrom(table)`, [null]],
  [`db.insertInto(tableOf(x))`, [null]],
  [`db.deleteFrom(fn())`, [null]],
  [`db.deleteFrom(fn().as('users'))`, [null]],
  ['db.updateTable(() => name)', [null]],
  ['db.updateTable([])', [null]],
  [`db.insertInto('public.users')`, ['users']],
  ['sql`INSERT INTO public.Users (id) VALUES (1)`', ['users']],
  ['sql`update "public"."users" set x = 1`', ['users']],
  ['sql`update ${tableOf(x)} set x = 1`', [null]],
  ['sql`with a as (select 1) insert into outbox (id) select 1`', ['outbox']],
  ['sql<Row>`update only "slots" set x = ${1}`', ['slots']],
  ['sql`delete\n from ${name}`', [null]],
  ['sql.raw(`delete from news`)', ['news']],
  ['sql`select 1 from users for update of users`', []],
  ['sql`insert into news values (1) on conflict do update set x = 1`', ['news']],
  ['sql`select 1 for no key update skip locked`', []],
  ['`insert into users` + db.selectFrom("users")', []],
])('the search finds what %s writes', (source, tables) => {
  expect(tablesWritten(source)).toEqual(tables);
});

test.each([
  [`db.selectFrom('users').selectAll()`, ['users']],
  [`db.selectFrom(['users as rider', 'rentals'])`, ['users', 'rentals']],
  [`db.selectFrom(table)`, [null]],
  [`db.selectFrom('public.users as rider')`, ['users']],
  [`db.selectFrom(riders(db).as('users'))`, []],
  [`db.selectFrom((of) => of.selectFrom('users').selectAll().as('rider'))`, ['users']],
  [`db.selectFrom(tableOf(x))`, [null]],
  ["db.selectFrom(sql`users`.as('rider'))", [null]],
  ["db.selectFrom(sql.raw(name).as('rider'))", [null]],
  [`db.with('recent', one).selectFrom('recent')`, []],
  [
    `query.innerJoin('stations as s', 's.id', 'x').leftJoin('slots', 'a', 'b')`,
    ['slots', 'stations'],
  ],
  [`query.where((of) => of.exists(of.selectFrom('news').select('id')))`, ['news']],
  [`db.updateTable('watches').from('stations')`, ['stations']],
  [`db.deleteFrom('watches').using('users')`, ['users']],
  ['Array.from(users)', []],
  ['sql`select ${1} from ${sql.table("users")}`', [null, 'users']],
  ['sql`select 1\n from "users" join lateral slots on true`', ['users', 'slots']],
  [
    'sql<Row>`select 1 from only users as rider, rentals where a in (b, news)`',
    ['users', 'rentals'],
  ],
  ['sql`delete from watches using stations where true`', ['stations']],
  ['sql`select 1 from ${riders(db)} as users join users on true`', ['users']],
  ['sql`select 1 from ${riders(db)} as r, users`', ['users']],
  ['sql`select 1 from jsonb_to_recordset(x) as new (id uuid), users where true`', ['users']],
  ['sql`select 1 from unnest(x) with ordinality as a, users`', ['users']],
  ["sql`select 1 from (select 1 where x = ',(') as a, users`", ['users']],
  ['sql`select 1 from news as n (id, x), users order by n.id, slots`', ['news', 'users']],
  ['sql`select 1 from recent join news on a = f(b, c), users`', ['users', 'news']],
  ['sql`select (select 1 from recent), users`', []],
  ['sql`select 1 from (users cross join news)`', ['users', 'news']],
  ['sql`select 1 from(select 1 from users) as rider`', ['users']],
  ['sql`select 1 from public.users`', ['users']],
  ['sql`select 1 from a, "public"."users"`', ['users']],
  ['sql`SELECT 1 FROM Users`', ['users']],
  ['sql`select 1 from ${name}`', [null]],
  ['sql`select 1 from a join ${name} on true`', [null]],
  ['sql`select 1 from a, ${name}`', [null]],
  ['sql`select 1 from (${query}) as a, users`', ['users']],
  ['sql`select 1 from (${name} cross join news)`', [null, 'news']],
  ['sql`delete from watches using ${name} where true`', [null]],
  ["sql`select 1 from ${sql.id('users')}`", [null]],
  ["sql`select 1 from ${sql.ref('users')}`", [null]],
  ["sql`select 1 from ${sql.raw('users')}`", [null]],
  ['sql`select 1 from ${sql.table(name)}`', [null]],
  ['sql`select 1 from ${sql`users`}`', [null]],
  ['sql`select a is distinct from ${minimum}`', []],
  ['sql.raw("select 1 from users")', ['users']],
  ['sql`select 1 -- from users\n from recent`', []],
  ['`select 1 from users`', []],
])('the search finds what %s reads', (source, tables) => {
  expect(tablesRead(source)).toEqual(tables);
});
