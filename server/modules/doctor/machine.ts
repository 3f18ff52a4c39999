import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Finding } from '../../../contract/operators/doctor.ts';
import { paths } from '../../../contract/paths.ts';
import { systemClock } from '../../time/clock.ts';
import type { Db } from '../../db/database.ts';
import type { Settings } from '../../settings/settings.ts';
import { ask, broken, hostOf, off, ok, reasonOf, warning } from './finding.ts';

const oldestPostgres = 15;

export async function checkDatabase(db: Db, settings: Settings): Promise<Finding> {
  const check = 'database';
  const { rows } = await sql<{ version: number; has_index: boolean }>`
    select current_setting('server_version_num')::int / 10000 as version,
      exists(select 1 from pg_extension where extname = 'pg_trgm') as has_index
  `.execute(db);
  const { version = 0, has_index: hasIndex = false } = rows[0] ?? {};
  if (!hasIndex) {
    return broken(check, 'The extension pg_trgm is missing.', 'Riders cannot search for stations.');
  }
  if (settings.databaseUrl === null) {
    return settings.environment === 'production'
      ? warning(
          check,
          'The server uses the embedded database.',
          'A power failure may destroy data, and only one process can use it. Set DATABASE_URL.',
        )
      : ok(check, 'The embedded database answers.');
  }
  if (version < oldestPostgres) {
    const advice = `Use PostgreSQL ${oldestPostgres} or newer.`;
    return warning(check, `PostgreSQL ${version} is too old.`, advice);
  }
  // The URL of a Unix socket has no host.
  const host = hostOf(settings.databaseUrl);
  return ok(check, `PostgreSQL ${version}${host && ` at ${host}`} has all extensions.`);
}

const mostSkewMs = 5_000;

/** Compares the clock of this machine with the clocks of the database and of the payment provider. */
export async function checkClock(db: Db, { stripe }: Settings): Promise<Finding> {
  const readDatabase = async () =>
    (await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)).rows[0]?.now;
  const skews = [{ of: 'the database', ms: await skewOf(readDatabase) }];
  if (stripe) {
    // The `date` header of the answer is the provider's time, in whole seconds.
    const readProvider = () =>
      ask(`${stripe.url}/`).then(
        (reply) => reply.date,
        () => null,
      );
    skews.push({ of: 'the payment provider', ms: await skewOf(readProvider) });
  }
  const worst = skews.find(({ ms }) => ms !== null && Math.abs(ms) > mostSkewMs);
  if (worst?.ms) {
    return broken(
      'clock',
      `The clock differs from that of ${worst.of} by ${Math.round(Math.abs(worst.ms) / 1000)} seconds.`,
      'Bills are wrong, and the server refuses webhooks. Synchronise the clocks with NTP.',
    );
  }
  const unread = skews.find(({ ms }) => ms === null);
  return unread
    ? warning(
        'clock',
        `The clock of ${unread.of} cannot be read.`,
        'If the clocks differ, bills are wrong, and the server refuses webhooks. Check the clock of this machine.',
      )
    : ok('clock', 'The clock agrees with the clocks of the other machines.');
}

/**
 * How far this clock is ahead of the other clock, in milliseconds; null if the other clock cannot be read. The function
 * assumes that the other clock was read in the middle of the call.
 */
async function skewOf(readOther: () => Promise<Date | null | undefined>): Promise<number | null> {
  const start = systemClock.now().getTime();
  const other = await readOther();
  const end = systemClock.now().getTime();
  return other ? (start + end) / 2 - other.getTime() : null;
}

const leastFreeBytes = 1024 ** 3;

export async function checkDisk(folders: Readonly<Record<string, string>>): Promise<Finding[]> {
  return Promise.all(
    Object.entries(folders).map(async ([name, folder]) => {
      const check = `disk of ${name}`;
      try {
        await access(folder, constants.W_OK);
        const { bavail, bsize } = await statfs(folder);
        const free = bavail * bsize;
        const words = `${(free / 1024 ** 3).toFixed(1)} GiB are free.`;
        if (free >= leastFreeBytes) return ok(check, words);
        return warning(
          check,
          words,
          'If the disk is full, the server can store nothing. Make room.',
        );
      } catch (error) {
        return broken(
          check,
          `The server cannot write into the folder: ${reasonOf(error)}.`,
          'The embedded database cannot start, and after an update, open tabs cannot load their files.',
        );
      }
    }),
  );
}

export async function checkAddressData({ geoIpFile }: Settings): Promise<Finding> {
  const check = 'data of addresses';
  if (geoIpFile === null)
    return ok(check, 'The embedded database finds the country of an IP address.');
  try {
    await access(geoIpFile, constants.R_OK);
    return ok(check, 'The server can read GEOIP_FILE.');
  } catch (error) {
    return broken(
      check,
      `The server cannot read GEOIP_FILE: ${reasonOf(error)}.`,
      'The map opens at MAP_CENTER for riders who do not share their position.',
    );
  }
}

/** @param forwarded whether the call of the doctor came through a proxy. */
export async function checkAddress(
  { publicUrl, trustedProxies }: Settings,
  forwarded: boolean,
): Promise<Finding[]> {
  const check = 'public address';
  const unreachable = 'Riders cannot open the app, and the QR codes do not work.';
  const reached = await ask(publicUrl + paths.health).then(
    ({ status }) =>
      status === 200
        ? ok(check, `A healthy server answers at ${publicUrl}.`)
        : broken(check, `${publicUrl} answers ${status}.`, unreachable),
    (error: unknown) => broken(check, `${publicUrl}: ${reasonOf(error)}.`, unreachable),
  );
  const shared =
    'The server sees one address for all riders, so its limits refuse many of them. Set TRUST_PROXY.';
  const proxies =
    forwarded && trustedProxies === 0
      ? broken('proxy', 'Calls come through a proxy, but TRUST_PROXY is 0.', shared)
      : trustedProxies > 0 && !publicUrl.startsWith('https:')
        ? warning(
            'proxy',
            'TRUST_PROXY is set, but PUBLIC_URL is not https.',
            'Check both settings.',
          )
        : ok('proxy', `TRUST_PROXY is ${trustedProxies}.`);
  return [reached, proxies];
}

export async function checkSandbox({ sandbox, environment }: Settings): Promise<Finding> {
  if (!sandbox) return ok('sandbox', 'The sandbox is off.');
  return environment === 'production'
    ? broken(
        'sandbox',
        'The sandbox is on.',
        'Anybody can read login codes and return chargers. Set SANDBOX to 0.',
      )
    : off(
        'sandbox',
        'The sandbox simulates cabinets, payments and messages.',
        'Use it only for demonstrations.',
      );
}
