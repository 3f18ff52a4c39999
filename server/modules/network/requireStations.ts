import { parseStationId } from '../../../contract/rules/places/stationId.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { OpsError } from '../operators/opsError.ts';
import { knownStations } from '../stations/knownStations.ts';

/** The ids in their stored form, each once. An invalid id stays unchanged, and `requireStations` refuses it. */
export function storedIds(stations: readonly string[]): string[] {
  return [...new Set(stations.map((id) => parseStationId(id) ?? id))].toSorted();
}

/** @throws {OpsError} stationNotFound. */
export async function requireStations(
  { trx }: UnitOfWork,
  stations: readonly string[],
): Promise<void> {
  const known = await knownStations(trx, stations);
  const unknown = stations.filter((id) => !known.has(id));
  if (unknown.length > 0) throw stationNotFound(unknown.join(', '));
}

export const stationNotFound = (id: string) =>
  new OpsError('stationNotFound', `There is no station ${id}.`);
