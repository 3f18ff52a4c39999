import type { Db } from '../../db/database.ts';
import type { Clock } from '../../clock.ts';
import { hashStationSecret } from '../../gateway/secrets.ts';
import { demoSlots, demoStations, demoTimeZone } from './demo.ts';
import { demoTariff } from './tariff.ts';

/**
 * Enters the demo's tariff and stations. Done at every start: what is there stays as the cabinets
 * left it, only the secrets follow the data folder's.
 */
export async function provisionDemo(
  db: Db,
  clock: Clock,
  secretOf: (stationId: string) => string,
): Promise<void> {
  await db
    .insertInto('tariffs')
    .values({ id: demoTariff.id, terms: JSON.stringify(demoTariff) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await db
    .insertInto('stations')
    .values(
      demoStations.map(({ id, name, address, lat, lng, hours, floor, hint }) => ({
        id,
        name,
        address,
        lat,
        lng,
        hours: JSON.stringify(hours),
        time_zone: demoTimeZone,
        floor,
        hint,
        tariff_id: demoTariff.id,
        secret_hash: hashStationSecret(secretOf(id)),
        slots: demoSlots,
        changed_at: clock.now(),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((row) => ({ secret_hash: row.ref('excluded.secret_hash') })),
    )
    .execute();
}
