import type { ExportedStation } from '../stations/stationPages.ts';
import { toOsmHours } from './openingHours.ts';
import { localized } from './texts.ts';

/** A station's entry in `station_information.json`. */
export function presentInformation(
  row: ExportedStation,
  { publicUrl, tariffIds }: { publicUrl: string; tariffIds: readonly string[] },
) {
  const { id, slots } = row;
  return {
    station_id: id,
    // The name of a station is the same in every language.
    name: localized(() => row.name),
    lat: row.lat,
    lon: row.lng,
    ...(row.address ? { address: row.address } : {}),
    station_opening_hours: toOsmHours(row.hours),
    is_virtual_station: false,
    capacity: slots,
    vehicle_docks_capacity: [{ vehicle_type_ids: tariffIds, count: slots }],
    rental_methods: ['creditcard'],
    rental_uris: { web: `${publicUrl}/home?equip_id=${id}` },
  };
}

/** A station's entry in `station_status.json`. A free slot accepts chargers of any tariff. */
export function presentStatus(
  row: ExportedStation,
  { tariffIds }: { tariffIds: readonly string[] },
) {
  // An offline cabinet neither ejects nor accepts chargers, so the feed shows no chargers and no free slots.
  const chargers = row.online ? row.chargers : 0;
  const freeSlots = row.online ? row.free_slots : 0;
  return {
    station_id: row.id,
    num_vehicles_available: chargers,
    vehicle_types_available: [{ vehicle_type_id: row.tariff_id, count: chargers }],
    num_docks_available: freeSlots,
    vehicle_docks_available: [{ vehicle_type_ids: tariffIds, count: freeSlots }],
    // The value is false for a station whose cabinet has never connected.
    is_installed: row.last_seen_at !== null,
    is_renting: row.online && row.state === 'live',
    is_returning: row.online,
    last_reported: (row.last_seen_at ?? row.changed_at).toISOString(),
  };
}
