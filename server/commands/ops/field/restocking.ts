import {
  RestockingList,
  RestockingQuery,
  type RestockingShown,
} from '../../../../contract/operators/restocking.ts';
import { printable } from '../../printable.ts';
import { jsonText, readArgs, refuse, type Command } from '../../runCommand.ts';
import { callServer, type OpsContext } from '../opsClient.ts';
import { common, text } from '../options.ts';
import { readBody } from '../readBody.ts';

/** Lists the stations that will be empty or full, with the chargers to bring or to take. */
export function restocking(args: string[]): Command<OpsContext> {
  const { positionals, near, as, json, ...filter } = readArgs(args, {
    ...common,
    region: text,
    venue: text,
    hours: text,
    from: text,
    near: text,
    sort: text,
    limit: text,
  });
  refuse(positionals.length > 0, 'restocking takes only options.');
  const query = { ...filter, ...(near !== undefined && positionIn(near)) };
  readBody(RestockingQuery, query, { '': '--sort distance needs --near.' });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.set(name, value);
  return async (context) => {
    const path = `/api/ops/restocking?${search.toString()}`;
    const found = await callServer(context, RestockingList, path, { as });
    if (json) return jsonText(found);
    if (found.stations.length === 0) return 'No station will be empty or full.\n';
    const sums = `Bring ${found.bring} chargers, and take ${found.take}.\n`;
    return found.stations.map(lineOf).join('') + sums;
  };
}

function positionIn(near: string): { lat: string; lng: string } {
  const [, lat = '', lng = ''] = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(near) ?? [];
  refuse(lat === '', '--near is a position such as 41.8781,-87.6298.');
  return { lat, lng };
}

function lineOf({ station, name, metres, will, at, bring, take, ...has }: RestockingShown): string {
  const act = bring > 0 ? `bring ${bring}` : `take ${take}`;
  return (
    `${station}  ${will === 'beEmpty' ? 'empty' : 'full'} at ${at}  ${act}  ` +
    `has ${has.chargers} chargers, ${has.freeSlots} free slots  ` +
    `${metres === null ? '' : `${metres} m  `}${printable(name)}\n`
  );
}
