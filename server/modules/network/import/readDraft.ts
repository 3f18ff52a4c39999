import type { ImportEntry } from '../../../../contract/operators/stations.ts';
import { readEntry } from '../../gbfs/openingHours.ts';
import type { Draft, Entry } from './entry.ts';
import { Fields } from './fields.ts';

/** Checks the values of an entry as the readers of files do. */
export function readDraft({ unit, at, called, draft }: ImportEntry): Entry {
  const fields = new Fields();
  const maybe = <T, R>(value: T | undefined, read: (value: T) => R): R | undefined =>
    value === undefined ? undefined : read(value);
  const orNull = <R>(value: string | null | undefined, read: (value: string) => R) =>
    maybe(value, (text) => (text === null ? null : read(text)));
  const source = orNull(draft.source, (text) => fields.source(text));
  const read: Draft = {
    id: draft.id === null ? null : fields.ownId(draft.id),
    source,
    name: fields.name(draft.name),
    ...fields.position(draft.lat, draft.lng),
    address: maybe(draft.address, (text) => fields.text('address', text)),
    hours: maybe(draft.hours, (days) =>
      days.map((day) =>
        day === null ? null : (fields.hours('hours', () => readEntry(day)) ?? null),
      ),
    ),
    timeZone: maybe(draft.timeZone, (zone) => fields.timeZone(zone)),
    floor: orNull(draft.floor, (text) => fields.text('floor', text) || null),
    hint: orNull(draft.hint, (text) => fields.text('hint', text) || null),
    photo: orNull(draft.photo, (text) => fields.photo(text)),
    tariff: draft.tariff,
    venue: draft.venue,
    slots: maybe(draft.slots, (slots) => fields.slots(slots)),
    layout: orNull(draft.layout, (text) => fields.layout(text)),
  };
  return { unit, at, called, draft: read, problems: fields.problems };
}
