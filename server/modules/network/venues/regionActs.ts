import type { RegionChanged, RegionShown } from '../../../../contract/operators/venues.ts';
import type { UnitOfWork } from '../../../db/unitOfWork.ts';
import { actOnce } from '../../operators/actOnce.ts';
import type { Act } from '../../operators/guard.ts';
import { OpsError } from '../../operators/opsError.ts';
import { nextVersion, refuseStale } from '../../operators/versions.ts';
import {
  findRegion,
  insertRegion,
  lockRegion,
  presentRegion,
  updateRegion,
} from '../../venues/regions.ts';

/** @throws {OpsError} idTaken, keyReused. */
export function createRegion(
  work: UnitOfWork,
  { id, name }: { id: string; name: string },
  act: Act,
): Promise<RegionChanged> {
  return actOnce(work, { action: 'region.create', subject: id, details: { name } }, act, {
    async run() {
      const row = await insertRegion(work.trx, { id, name });
      if (!row) throw new OpsError('idTaken', `There is already a region ${id}.`);
      return { answer: { region: presentRegion(row) }, after: { name } };
    },
    again: async () => ({ region: await readRegion(work, id) }),
  });
}

/** Changes the name of a region. @throws {OpsError} regionNotFound, stale, keyReused. */
export function changeRegion(
  work: UnitOfWork,
  id: string,
  { version, name }: { version: number; name: string },
  act: Act,
): Promise<RegionChanged> {
  const details = { version, name };
  return actOnce(work, { action: 'region.change', subject: id, details }, act, {
    async run() {
      const before = await lockRegion(work.trx, id);
      if (!before) throw regionNotFound(id);
      refuseStale(before, version, `Region ${id}`, { name: before.name });
      const after = await updateRegion(work.trx, id, { name, ...nextVersion(before, ['name']) });
      return {
        answer: { region: presentRegion(after) },
        before: { name: before.name },
        after: { name },
      };
    },
    again: async () => ({ region: await readRegion(work, id) }),
  });
}

async function readRegion({ trx }: UnitOfWork, id: string): Promise<RegionShown> {
  const row = await findRegion(trx, id);
  if (!row) throw regionNotFound(id);
  return presentRegion(row);
}

export const regionNotFound = (id: string) =>
  new OpsError('regionNotFound', `There is no region ${id}.`);
