import { z } from 'zod';
import { parseStationId } from '../../../contract/rules/places/stationId.ts';
import { fromOsmHours } from '../../modules/gbfs/openingHours.ts';
import {
  FileError,
  type Draft,
  type Entry,
  type ReadOptions,
} from '../../modules/network/import/entry.ts';
import { Fields, quoted } from '../../modules/network/import/fields.ts';
import { stationItems } from './jsonItems.ts';

/** The name of a station: in GBFS 2.x a string, in 3.x one text per language. */
const Name = z.union([
  z.string(),
  z.array(z.object({ text: z.string(), language: z.string() })).min(1),
]);

const Station = z.object({
  station_id: z.string().min(1).max(200),
  name: Name,
  lat: z.number(),
  lon: z.number(),
  address: z.string().optional(),
  station_opening_hours: z.string().optional(),
  capacity: z.number().optional(),
  is_virtual_station: z.boolean().optional(),
});

/**
 * The stations of a GBFS `station_information.json`, version 2.x or 3.x.
 *
 * @throws {FileError} if the file is not JSON, is not a `station_information.json`, or has another version.
 */
export async function* gbfsEntries(
  text: AsyncIterable<string>,
  options: ReadOptions,
): AsyncGenerator<Entry> {
  const items = stationItems(text);
  let index = 0;
  for (let next = await items.next(); ; next = await items.next()) {
    if (next.done) {
      checkVersion(next.value);
      return;
    }
    yield readStation(next.value, ++index, options);
  }
}

/** Checks the version of the feed. A feed without a version is accepted, because each station is checked anyway. */
function checkVersion(envelope: unknown): void {
  const version = z.object({ version: z.string() }).safeParse(envelope).data?.version;
  if (version !== undefined && !/^[23]\.\d/.test(version)) {
    throw new FileError(
      `The file has GBFS version ${quoted(version)}, but only 2.x and 3.x are supported.`,
    );
  }
}

function readStation(item: unknown, index: number, { system }: ReadOptions): Entry {
  const parsed = Station.safeParse(item);
  const idOf = z.object({ station_id: z.union([z.string(), z.number()]) }).safeParse(item).data;
  const where = {
    unit: 'station',
    at: index,
    called: idOf && quoted(String(idOf.station_id)),
  } as const;
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `${path.join('.') || 'it'}: ${message}`,
    );
    return { ...where, draft: { id: null, name: '', lat: 0, lng: 0 }, problems };
  }
  const station = parsed.data;
  const { station_id: stationId, address, station_opening_hours: hours, capacity } = station;
  const fields = new Fields();
  if (station.is_virtual_station) fields.refuse('this is a virtual station, without a cabinet');
  const isOurs = system === null && parseStationId(stationId) === stationId;
  if (system === null && !isOurs) {
    fields.refuse('the id is from another system: name it with --system NAME');
  }
  const draft: Draft = {
    id: isOurs ? stationId : null,
    source: system === null ? undefined : fields.source(`${system}/${stationId}`),
    name: fields.name(nameOf(station.name)),
    ...fields.position(station.lat, station.lon),
    address: address === undefined ? undefined : fields.text('address', address),
    hours:
      hours === undefined
        ? undefined
        : fields.hours('station_opening_hours', () => fromOsmHours(hours)),
    slots: capacity === undefined ? undefined : fields.slots(capacity),
  };
  return { ...where, draft, problems: fields.problems };
}

/** The English name, because English is the first language of the app; otherwise the first name. */
function nameOf(name: z.infer<typeof Name>): string {
  if (typeof name === 'string') return name;
  const english = name.find(({ language }) => /^en\b/i.test(language));
  return (english ?? name[0])?.text ?? '';
}
