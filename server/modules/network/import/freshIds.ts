import { createHash } from 'node:crypto';
import { makeStationId } from '../../../../contract/rules/places/stationId.ts';
import type { Trx } from '../../../db/database.ts';
import { existingStations } from '../../stations/existingStations.ts';

/**
 * The ids for new stations of other systems, by their sources. The ids are derived from the sources, so that an import
 * of one file gives the same ids in every database. Among tens of thousands of stations, two stations may have the same
 * derived id. Then the later station gets another derived id.
 */
export async function freshIds(trx: Trx, sources: readonly string[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  let open = sources;
  for (let attempt = 0; open.length > 0; attempt++) {
    const tried = open.map((source) => ({ source, id: deriveId(source, attempt) }));
    const existing = await existingStations(
      trx,
      tried.map(({ id }) => ({ id })),
    );
    for (const { source, id } of tried) {
      if (existing.has(id) || taken.has(id)) continue;
      taken.add(id);
      ids.set(source, id);
    }
    open = open.filter((source) => !ids.has(source));
  }
  return ids;
}

export function deriveId(source: string, attempt: number): string {
  const digest = createHash('sha256').update(`${source}\0${attempt}`).digest();
  let rest = digest.readUIntBE(0, 6);
  return makeStationId((below) => {
    const value = rest % below;
    rest = Math.floor(rest / below);
    return value;
  });
}
