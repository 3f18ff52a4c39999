import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Finding } from '../../../contract/operators/doctor.ts';
import { paths } from '../../../contract/paths.ts';
import { systemClock } from '../../clock.ts';
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
          'The embedded database is in use.',
          'It may lose data if the power fails, and only one process can use it. Set DATABASE_URL.',
        )
      : ok(check, 'The embedded database answers.');
  }
  if (version < oldestPostgres) {
    const advice = `Use PostgreSQL ${oldestPostgres} or newer.`;
    return warning(check, `PostgreSQL ${version} is not tested.`, advice);
  }
  return ok(check, `PostgreSQL ${version} at ${hostOf(settings.databaseUrl)} has all extensions.`);
}

const mostSkewMs = 5_000;

/** Compares the clock of this machine with the clocks of the database and of the payment provider. */
export async function checkClock(db: Db, { stripe }: Settings): Promise<Finding> {
  const readDatabase = async () =>
    (await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)).rows[0]?.now;
  const skews = [{ of: 'the database', ms: await skewOf(readDatabase) }];
  if (stripe) {
    // The header has whole seconds.
    const readProvider = () =>
      ask(`${stripe.url}/`).then(
        (reply) => reply.date,
        () => null,
      );
    skews.push({ of: 'the payment provider', ms: await skewOf(readProvider) });
  }
  const worst = skews.find(({ ms }) => Math.abs(ms) > mostSkewMs);
  if (!worst) return ok('clock', 'The clock agrees with those of other machines.');
  return broken(
    'clock',
    `The clock differs from that of ${worst.of} by ${Math.round(Math.abs(worst.ms) / 1000)} seconds.`,
    'Bills are wrong, and webhooks are refused. Synchronise the clocks by NTP.',
  );
}

/** In milliseconds. The other clock was read about in the middle of the call, however long the call took. */
async function skewOf(readOther: () => Promise<Date | null | undefined>): Promise<number> {
  const start = systemClock.now().getTime();
  const other = await readOther();
  const end = systemClock.now().getTime();
  return other ? (start + end) / 2 - other.getTime() : 0;
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
        return warning(check, words, 'The server stops writing when the disk is full.');
      } catch (error) {
        return broken(
          check,
          `The server cannot write into the folder: ${reasonOf(error)}.`,
          'After an update, open tabs cannot load their files, and the embedded database cannot start.',
        );
      }
    }),
  );
}

export async function checkAddressData({ geoIpFile }: Settings): Promise<Finding> {
  const check = 'data of addresses';
  if (geoIpFile === null) return ok(check, 'The embedded data knows the country of an address.');
  try {
    await access(geoIpFile, constants.R_OK);
    return ok(check, 'GEOIP_FILE can be read.');
  } catch (error) {
    return broken(
      check,
      `GEOIP_FILE cannot be read: ${reasonOf(error)}.`,
      'The map opens at MAP_CENTER for riders who do not share their position.',
    );
  }
}

/** @param forwarded whether the call of the doctor came by a proxy. */
export async function checkAddress(
  { publicUrl, trustedProxies }: Settings,
  forwarded: boolean,
): Promise<Finding[]> {
  const check = 'public address';
  const unreachable = 'Riders cannot open the app, and QR codes lead nowhere.';
  const reached = await ask(publicUrl + paths.health).then(
    ({ status }) =>
      status === 200
        ? ok(check, `${publicUrl} leads to a healthy server.`)
        : broken(check, `${publicUrl} answers ${status}.`, unreachable),
    (error: unknown) => broken(check, `${publicUrl}: ${reasonOf(error)}.`, unreachable),
  );
  const shared = 'All riders share one address and its limits, so the server refuses many of them.';
  const proxies =
    forwarded && trustedProxies === 0
      ? broken('proxy', 'Calls come by a proxy, but TRUST_PROXY is 0.', shared)
      : trustedProxies > 0 && !publicUrl.startsWith('https:')
        ? warning('proxy', 'TRUST_PROXY is set, but PUBLIC_URL has no https.', 'Check the proxy.')
        : ok('proxy', `TRUST_PROXY is ${trustedProxies}.`);
  return [reached, proxies];
}

export async function checkSandbox({ sandbox, environment }: Settings): Promise<Finding> {
  if (!sandbox) return ok('sandbox', 'The outside world is real.');
  return environment === 'production'
    ? broken('sandbox', 'The sandbox is on.', 'Anybody can read codes and return chargers.')
    : off('sandbox', 'The sandbox simulates the outside world.', 'Only for demonstrations.');
}
