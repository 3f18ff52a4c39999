import { OpsStationShown } from '../../../../contract/operators/timeLines.ts';
import {
  StationChanged,
  StationState,
  type OpsStation,
} from '../../../../contract/operators/stations.ts';
import { OnlyReason } from '../../../../contract/operators/team.ts';
import { printable } from '../../printable.ts';
import {
  jsonText,
  onlyOne,
  readArgs,
  refuse,
  UsageError,
  type Command,
  type Program,
} from '../../runCommand.ts';
import { allStations } from './allStations.ts';
import { changeStation, dataText } from './changeStation.ts';
import { queryOf } from '../money/queryOf.ts';
import { callServer, type OpsContext } from '../opsClient.ts';
import { readBody } from '../readBody.ts';
import { timeLineText } from '../timeLineText.ts';
import { common, text } from '../options.ts';
import { stationFileCommands } from './stationFiles.ts';

const stationsPath = '/api/ops/stations';

/** The commands for the stations of the running server. */
export const stations: Pick<Program<OpsContext>, 'commands'> = {
  commands: {
    list(args) {
      const { positionals, state, venue, region, as, json } = readArgs(args, {
        ...common,
        state: text,
        venue: text,
        region: text,
      });
      refuse(positionals.length > 0, 'list takes only options.');
      const chosen = StationState.optional().safeParse(state);
      if (!chosen.success) throw new UsageError(`--state is ${StationState.options.join(', ')}.`);
      return async (context) => {
        const found = await allStations(context, { state: chosen.data, venue, region, as });
        if (json) return jsonText({ stations: found });
        return found.length === 0 ? 'There are no stations.\n' : found.map(lineOf).join('');
      };
    },
    show(args) {
      const { positionals, cursor, as, json } = readArgs(args, { ...common, cursor: text });
      const id = onlyOne(positionals, 'show takes the id of one station.');
      return async (context) => {
        const path = pathOf(id) + queryOf({ cursor });
        const shown = await callServer(context, OpsStationShown, path, { as });
        return json ? jsonText(shown) : stationText(shown);
      };
    },
    ...stationFileCommands(),
    change: changeStation,
    pause: (args) => change('pause', args),
    resume: (args) => change('resume', args),
    retire: (args) => change('retire', args),
  },
};

const pathOf = (id: string) => `${stationsPath}/${encodeURIComponent(id)}`;

function change(verb: 'pause' | 'resume' | 'retire', args: string[]): Command<OpsContext> {
  const { positionals, why, as, json } = readArgs(args, { ...common, why: text });
  const id = onlyOne(positionals, `${verb} takes the id of one station.`);
  const body = readBody(OnlyReason, { why });
  return async (context) => {
    const done = await callServer(context, StationChanged, `${pathOf(id)}/${verb}`, { body, as });
    return json ? jsonText(done) : lineOf(done.station);
  };
}

function stationText(shown: OpsStationShown): string {
  const { cabinet, slotList } = shown;
  const facts = cabinet
    ? [
        cabinet.model,
        cabinet.firmware && `firmware ${cabinet.firmware}`,
        cabinet.signal !== null && `signal ${cabinet.signal} dBm`,
        cabinet.temperature !== null && `${cabinet.temperature} °C`,
        cabinet.onMains === false && 'without mains',
      ].filter(Boolean)
    : ['never connected'];
  const slots = slotList.map(({ slot, state, charger, level }) => {
    const inside = charger === null ? '' : `  ${printable(charger)}`;
    return `  slot ${slot}  ${state}${inside}${level === null ? '' : `  ${level} %`}\n`;
  });
  const cabinetLine = `  cabinet: ${printable(facts.join(', ') || 'no details')}\n`;
  return lineOf(shown) + dataText(shown) + cabinetLine + slots.join('') + timeLineText(shown);
}

function lineOf(station: OpsStation): string {
  const { id, state, online, lastSeenAt, chargers, freeSlots, slots, tariff, hasSecret } = station;
  const seen = lastSeenAt === null ? 'never connected' : `offline since ${lastSeenAt}`;
  const cabinet = online ? 'online' : hasSecret ? seen : 'no secret';
  return (
    `${id}  ${state}  ${cabinet}  ${chargers} chargers, ${freeSlots} free of ${slots} slots  ` +
    `${tariff}  ${printable(station.name)}\n`
  );
}
