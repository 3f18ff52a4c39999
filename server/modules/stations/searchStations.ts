import type { z } from 'zod';
import { stationIdLength } from '../../../contract/rules/stationId.ts';
import type { StationSearchQuery, StationSummary } from '../../../contract/stations.ts';
import type { Db } from '../../db/database.ts';
import { stationsNamed } from './stationRows.ts';

const maxResults = 20;
/** Fewer characters than this name no station by its id. */
const minIdCharacters = 3;

export function searchStations(
  db: Db,
  { q, lat, lng }: z.infer<typeof StationSearchQuery>,
): Promise<StationSummary[]> {
  const id = q.replace(/[\s-]/g, '').toUpperCase();
  const mayBeId =
    /^[\dA-Z]+$/.test(id) && id.length >= minIdCharacters && id.length <= stationIdLength;
  return stationsNamed(db, {
    text: q,
    idPrefix: mayBeId ? id : null,
    near: lat !== undefined && lng !== undefined ? { lat, lng } : null,
    limit: maxResults,
  });
}
