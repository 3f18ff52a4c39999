import { type Kysely, sql } from 'kysely';
import { indexedWords } from '../../contract/rules/search/searchWords.ts';

export interface NamedPlace {
  id: string;
  place: number;
  name: string;
  address: string;
}

/** Adds stations to the search index, under the words of their names and addresses. */
export async function addStationWords<T>(
  db: Kysely<T>,
  stations: readonly NamedPlace[],
): Promise<void> {
  if (stations.length === 0) return;
  // The words are inserted in a fixed order, so that two concurrent transactions cannot deadlock.
  await sql`
    with ${given(stations)}, counted as (
      insert into station_words as known (word, stations)
      select word, count(*) from given group by word order by word
      on conflict (word) do update set stations = known.stations + excluded.stations
      returning id, word)
    insert into station_terms (word_id, place, station_id)
    select counted.id, given.place, given.id from given join counted using (word)
    order by 1, 2, 3
    on conflict do nothing`.execute(db);
}

/** Removes stations from the search index. Give the same names, addresses and positions as in `addStationWords`. */
export async function removeStationWords<T>(
  db: Kysely<T>,
  stations: readonly NamedPlace[],
): Promise<void> {
  if (stations.length === 0) return;
  await sql`
    with ${given(stations)}, known as materialized (
      select words.id, words.word from station_words as words
      where word in (select word from given) order by word for update),
    gone as (
      delete from station_terms as terms using given join known using (word)
      where terms.word_id = known.id and terms.place = given.place and terms.station_id = given.id
      returning terms.word_id)
    update station_words set stations = stations - counted.count
    from (select word_id, count(*) from gone group by word_id) as counted
    where station_words.id = counted.word_id`.execute(db);
}

function given(stations: readonly NamedPlace[]) {
  const rows = stations.map(({ id, place, name, address }) => ({
    id,
    place,
    words: indexedWords(`${name} ${address}`),
  }));
  return sql`given as materialized (
    select row.id, row.place, words.word
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(id text, place bigint, words jsonb)
    cross join lateral jsonb_array_elements_text(row.words) as words(word))`;
}
