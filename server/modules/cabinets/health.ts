import { sql } from 'kysely';
import type { CabinetEvent, CabinetState } from '../../../contract/cabinet/messages.ts';
import { ReportedParameters } from '../../../contract/cabinet/parameters.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import type { StationRow } from '../stations/liveState.ts';
import type { Inventory, Report } from './contact.ts';

const mostBoots = 20;

/** Stores the firmware, the model and the parameters of a cabinet, and the time of a new boot. */
export async function storeCabinetState(
  work: UnitOfWork,
  before: Pick<StationRow, 'id' | 'boot_id'>,
  { online, bootId, firmware, model, parameters }: CabinetState,
): Promise<void> {
  if (!online) return;
  const isBoot = bootId !== undefined && bootId !== before.boot_id;
  const boots = sql<Date[]>`${isBoot ? [work.now.toISOString()] : []}::text[]::timestamptz[]`;
  const reported = JSON.stringify(parameters ?? {});
  await sql`
    insert into cabinet_health as health (station_id, firmware, model, boots, parameters)
    values (${before.id}, ${firmware ?? null}, ${model ?? null}, ${boots}, ${reported}::jsonb)
    on conflict (station_id) do update set
      firmware = coalesce(excluded.firmware, health.firmware),
      model = coalesce(excluded.model, health.model),
      boots = (health.boots || excluded.boots)[greatest(1, cardinality(health.boots) - ${mostBoots - 2}):],
      parameters = excluded.parameters
    `.execute(work.trx);
}

/** The parameters of a station's cabinet, with the values that the cabinet reported last. */
export async function readParameters(db: Db | Trx, stationId: string): Promise<ReportedParameters> {
  const found = await db
    .selectFrom('cabinet_health')
    .select('parameters')
    .where('station_id', '=', stationId)
    .executeTakeFirst();
  return ReportedParameters.parse(found?.parameters ?? {});
}

/**
 * Stores the signal, temperature and power supply from a current heartbeat, if at least one of them has changed
 * noticeably.
 */
export async function storeHeartbeat(
  work: UnitOfWork,
  { event, station, current }: Report<Extract<CabinetEvent, { type: 'heartbeat' }>>,
): Promise<void> {
  if (!current) return;
  const { signal, temperature = null, mains = null } = event;
  if (signal === null && temperature === null && mains === null) return;
  await sql`
    insert into cabinet_health as health (station_id, signal, temperature, on_mains)
    values (${station.id}, ${signal}, ${temperature}, ${mains})
    on conflict (station_id) do update set signal = coalesce(excluded.signal, health.signal),
      temperature = coalesce(excluded.temperature, health.temperature),
      on_mains = coalesce(excluded.on_mains, health.on_mains)
    where ${hasMoved('signal', 5)} or ${hasMoved('temperature', 1)}
      or (excluded.on_mains is not null and excluded.on_mains is distinct from health.on_mains)
    `.execute(work.trx);
}

/** Whether a value was reported and differs from the stored value by at least `least`, or no value is stored yet. */
function hasMoved(column: 'signal' | 'temperature', least: number) {
  const [reported, stored] = [sql.ref(`excluded.${column}`), sql.ref(`health.${column}`)];
  return sql`(${reported} is not null and (${stored} is null or abs(${reported} - ${stored}) >= ${least}))`;
}

/** Stores the state of the batteries that an inventory shows. */
export async function storeBatteries(work: UnitOfWork, slots: Inventory['slots']): Promise<void> {
  const reported = slots.flatMap(({ charger, health = null, cycles = null }) =>
    charger === null || (health === null && cycles === null) ? [] : [{ charger, health, cycles }],
  );
  if (reported.length === 0) return;
  await sql`
    update chargers set health = coalesce(reported.health, chargers.health),
      cycles = coalesce(reported.cycles, chargers.cycles)
    from jsonb_to_recordset(${JSON.stringify(reported)}::jsonb) as reported (charger text, health int, cycles int)
    where chargers.serial = reported.charger
      and (reported.health is distinct from chargers.health or reported.cycles is distinct from chargers.cycles)
    `.execute(work.trx);
}
