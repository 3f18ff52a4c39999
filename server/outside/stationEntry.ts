import type { Clock } from '../time/clock.ts';
import { inTransaction, type Db } from '../db/database.ts';
import { hashStationSecret } from '../gateway/secrets.ts';
import { enterTariff } from '../modules/tariffs/enterTariff.ts';
import { knownStations } from '../modules/stations/knownStations.ts';
import { saveStations, setSecret, type StationRecord } from '../modules/stations/saveStations.ts';
import type { EnterStations, NewStation } from './operator.ts';

/** Returns a function that adds stations to this database. */
export function stationEntry(db: Db, clock: Clock): EnterStations {
  return async (tariff, stations) => {
    await enterTariff(db, tariff);
    await inTransaction(db, async (trx) => {
      const known = await knownStations(
        trx,
        stations.map(({ id }) => id),
      );
      const missing = stations.filter(({ id }) => !known.has(id));
      const records = missing.map((station) => recordOf(station, tariff.id));
      await saveStations(trx, records, clock.now());
      for (const { id, secret, photo, photoBlur } of stations) {
        const secretHash = hashStationSecret(secret);
        await setSecret(trx, id, { secretHash, photo, photoBlur });
      }
    });
  };
}

function recordOf(
  { secret: _secret, photoBlur: _blur, ...station }: NewStation,
  tariffId: string,
): StationRecord {
  return { ...station, tariffId, venueId: null, layout: null, secretHash: null, source: null };
}
