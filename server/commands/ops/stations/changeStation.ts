import {
  ChangeStation,
  OpsStationRead,
  StationDataChanged,
} from '../../../../contract/operators/stations.ts';
import type { OpeningHours } from '../../../../contract/stations.ts';
import { fromOsmHours, OpeningHoursError, toOsmHours } from '../../../modules/gbfs/openingHours.ts';
import { printable } from '../../printable.ts';
import { jsonText, onlyOne, readArgs, refuse, UsageError, type Command } from '../../runCommand.ts';
import { callServer, type OpsContext } from '../opsClient.ts';
import { change, text } from '../options.ts';
import { readBody, readVersion } from '../readBody.ts';

const data = {
  name: text,
  address: text,
  lat: text,
  lng: text,
  hours: text,
  'time-zone': text,
  floor: text,
  hint: text,
  photo: text,
  layout: text,
};

/** Changes the data of a station. Without `--version`, it first reads the present version from the server. */
export function changeStation(args: string[]): Command<OpsContext> {
  const { positionals, why, as, json, version, ...given } = readArgs(args, {
    ...change,
    ...data,
    version: text,
  });
  const id = onlyOne(positionals, 'change takes the id of one station.');
  const { name, address, lat, lng, hours, 'time-zone': timeZone, ...others } = given;
  const fields = defined({
    name,
    address,
    timeZone,
    lat: lat === undefined ? undefined : degreesIn(lat),
    lng: lng === undefined ? undefined : degreesIn(lng),
    hours: hours === undefined ? undefined : hoursIn(hours),
    // An empty text removes the value of the station.
    ...Object.fromEntries(
      Object.entries(others).map(([field, value]) => [field, value === '' ? null : value]),
    ),
  });
  refuse(Object.keys(fields).length === 0, 'Name at least one thing to change.');
  const known = readVersion(version);
  const body = readBody(ChangeStation, { version: known ?? 1, ...fields, why });
  return async (context) => {
    const path = `/api/ops/stations/${encodeURIComponent(id)}`;
    const present = known ?? (await callServer(context, OpsStationRead, path, { as })).version;
    const done = await callServer(context, StationDataChanged, `${path}/change`, {
      body: { ...body, version: present },
      as,
    });
    return json ? jsonText(done) : dataText(done.station);
  };
}

/** Returns the data of a station as text, with one line for each field that has a value. */
export function dataText({
  id,
  version,
  data: { hours, lat, lng, ...others },
}: OpsStationRead): string {
  const { timeZone, ...texts } = others;
  const lines = [
    ['position', `${lat}, ${lng}`],
    ['hours', `${toOsmHours(hours)} (${timeZone})`],
    ...Object.entries(texts),
  ];
  const shown = lines.flatMap(([name, value]) => (value ? `  ${name}: ${printable(value)}\n` : []));
  return `${id}  version ${version}\n${shown.join('')}`;
}

function defined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function degreesIn(given: string): number {
  refuse(!/^-?\d+(\.\d+)?$/.test(given), '--lat and --lng are degrees such as 41.8781.');
  return Number(given);
}

function hoursIn(given: string): OpeningHours {
  try {
    return fromOsmHours(given);
  } catch (error) {
    if (!(error instanceof OpeningHoursError)) throw error;
    throw new UsageError(`--hours: ${error.message}.`);
  }
}
