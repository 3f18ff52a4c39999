import { inTransaction, type Db } from '../../server/db/database.ts';
import type { Clock } from '../../server/clock.ts';
import { hashStationSecret } from '../../server/gateway/secrets.ts';
import { enterTariff } from '../../server/modules/rental/tariffs.ts';
import {
  saveStations,
  setSecret,
  type StationRecord,
} from '../../server/modules/stations/saveStations.ts';
import { demoSlots, demoStations, demoTimeZone, type DemoStation } from './demo.ts';
import { demoPhotoPath } from './stationPhoto.ts';
import { demoTariff } from './tariff.ts';

/**
 * Enters the demo's tariff and stations. Done at every start: what is there stays as the cabinets
 * left it, only the secrets follow the data folder's, and a picture is added where there is none.
 */
export async function provisionDemo(
  db: Db,
  clock: Clock,
  secretOf: (stationId: string) => string,
): Promise<void> {
  await enterTariff(db, demoTariff);
  await inTransaction(db, async (trx) => {
    const demoIds = demoStations.map(({ id }) => id);
    const known = await trx
      .selectFrom('stations')
      .select('id')
      .where('id', 'in', demoIds)
      .execute();
    const ids = new Set(known.map(({ id }) => id));
    const now = clock.now();
    await saveStations(trx, demoStations.filter(({ id }) => !ids.has(id)).map(recordOf), now);
    for (const { id } of demoStations) {
      const secretHash = hashStationSecret(secretOf(id));
      await setSecret(trx, id, { secretHash, photo: demoPhotoPath(id) });
    }
  });
}

function recordOf({ id, name, address, lat, lng, hours, floor, hint }: DemoStation): StationRecord {
  return {
    id,
    name,
    address,
    lat,
    lng,
    hours,
    floor,
    hint,
    timeZone: demoTimeZone,
    photo: demoPhotoPath(id),
    tariffId: demoTariff.id,
    slots: demoSlots,
    secretHash: null,
    source: null,
  };
}
