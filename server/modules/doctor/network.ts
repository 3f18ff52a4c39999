import type { Finding } from '../../../contract/operators/doctor.ts';
import type { OpsStation } from '../../../contract/operators/stations.ts';
import type { Db } from '../../db/database.ts';
import { readChargers } from '../cabinets/stock/readChargers.ts';
import { listOpsStations } from '../stations/operatorStations.ts';
import { listTariffs } from '../network/tariffActs.ts';
import { missing, ok, warning } from './finding.ts';

const page = 500;
/** The maximum number of examples in a finding, so that they fit on one line. */
const examples = 5;

/**
 * Checks the data that an operator must enter before the first rental, and whether the cabinets are
 * connected.
 */
export async function checkNetwork(db: Db): Promise<Finding[]> {
  const { tariffs } = await listTariffs(db);
  const stations = await stationsInUse(db);
  const chargers = await readChargers(db, { isRegistered: true }, 1);
  const withoutSecret = stations.filter(({ hasSecret }) => !hasSecret);
  const neverSeen = stations.filter((one) => one.hasSecret && one.lastSeenAt === null);
  const offline = stations.filter((one) => !one.online && one.lastSeenAt !== null);
  const lends = 'Riders cannot take chargers there.';
  return [
    tariffs.length === 0
      ? missing(
          'tariffs',
          'There is no tariff.',
          'You cannot import stations. Create a tariff with `tariffs create`.',
        )
      : ok('tariffs', `Number of tariffs: ${tariffs.length}.`),
    stations.length === 0
      ? missing(
          'stations',
          'There is no station.',
          'Riders see an empty map. Import stations with `stations import`.',
        )
      : ok('stations', `Number of stations: ${stations.length}.`),
    chargers.length === 0
      ? missing(
          'chargers',
          'No charger is registered.',
          'Nobody can rent. Register chargers with `chargers register`.',
        )
      : ok('chargers', 'Chargers are registered.'),
    withoutSecret.length > 0
      ? missing(
          'secrets of cabinets',
          `These stations have no secret: ${listOf(withoutSecret)}.`,
          'Their cabinets cannot connect. Make secrets with `secrets issue --missing`.',
        )
      : ok('secrets of cabinets', 'Each cabinet has a secret.'),
    neverSeen.length > 0
      ? warning(
          'cabinets',
          `The cabinets of these stations have never connected: ${listOf(neverSeen)}.`,
          lends,
        )
      : offline.length > 0
        ? warning(
            'cabinets',
            `The cabinets of these stations are offline: ${listOf(offline)}.`,
            lends,
          )
        : ok('cabinets', 'Each cabinet is connected.'),
  ];
}

async function stationsInUse(db: Db): Promise<OpsStation[]> {
  const stations: OpsStation[] = [];
  for (let after: string | null = ''; after !== null;) {
    const found = await listOpsStations(db, { after, limit: page }, null);
    stations.push(...found.stations.filter(({ state }) => state !== 'retired'));
    after = found.nextAfter;
  }
  return stations;
}

function listOf(stations: readonly OpsStation[]): string {
  const ids = stations.slice(0, examples).map(({ id }) => id);
  const more = stations.length - ids.length;
  return ids.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
