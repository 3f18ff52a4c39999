import { z } from 'zod';
import { ParameterName, parameterLimits } from '../../../../contract/cabinet/parameters.ts';
import {
  CommandList,
  CommandsSent,
  type CommandShown,
} from '../../../../contract/operators/cabinetCommands.ts';
import {
  FieldSession,
  FieldSessionChanged,
  FieldSessionList,
  type FieldSessionSummary,
} from '../../../../contract/operators/chargers.ts';
import { printable } from '../../printable.ts';
import {
  jsonText,
  onlyOne,
  readArgs,
  refuse,
  type Command,
  type Program,
} from '../../runCommand.ts';
import { pagesOf } from '../pagesOf.ts';
import { callServer, type OpsContext } from '../opsClient.ts';
import { change, common, text } from '../options.ts';
import { readBody } from '../readBody.ts';

const sessionsPath = '/api/ops/field-sessions';

/** The commands for visits at stations. */
export const sessions: Pick<Program<OpsContext>, 'commands'> = {
  commands: {
    open(args) {
      const { positionals, why, as, json } = readArgs(args, change);
      const station = onlyOne(positionals, 'open takes one station.');
      refuse(why === undefined, '--why is missing.');
      return async (context) => {
        const body = { station, why };
        const done = await callServer(context, FieldSessionChanged, sessionsPath, { body, as });
        return json ? jsonText(done) : linesOfSession(done.session);
      };
    },
    list(args) {
      const { positionals, as, json, ...filter } = readArgs(args, {
        ...common,
        station: text,
        state: text,
      });
      refuse(positionals.length > 0, 'list takes only options.');
      return async (context) => {
        const found: FieldSessionSummary[] = [];
        for await (const page of pagesOf(context, FieldSessionList, sessionsPath, filter, as)) {
          found.push(...page.sessions);
        }
        if (json) return jsonText({ sessions: found });
        return found.map(lineOfSession).join('') || 'There are no such sessions.\n';
      };
    },
    show(args) {
      const { positionals, as, json } = readArgs(args, common);
      const id = onlyOne(positionals, 'show takes the id of one session.');
      return async (context) => {
        const path = `${sessionsPath}/${encodeURIComponent(id)}`;
        const session = await callServer(context, FieldSession, path, { as });
        return json ? jsonText(session) : linesOfSession(session);
      };
    },
    close(args) {
      const { positionals, why, as, json } = readArgs(args, change);
      const id = onlyOne(positionals, 'close takes the id of one session.');
      refuse(why === undefined, '--why is missing.');
      return async (context) => {
        const path = `${sessionsPath}/${encodeURIComponent(id)}/close`;
        const done = await callServer(context, FieldSessionChanged, path, { body: { why }, as });
        return json ? jsonText(done) : linesOfSession(done.session);
      };
    },
  },
};

/** The commands for one cabinet: they tell the cabinet to do something, or list what it was told to do. */
export const cabinets: Pick<Program<OpsContext>, 'commands'> = {
  commands: {
    eject(args) {
      const { positionals, slot, serial, why, ...how } = readArgs(args, {
        ...change,
        slot: text,
        serial: text,
      });
      const station = onlyOne(positionals, 'eject takes one station.');
      refuse((slot === undefined) === (serial === undefined), 'Write either --slot or --serial.');
      const what = slot === undefined ? { serial } : { slot: slotOf(slot) };
      return sent(station, { type: 'eject', ...what, why }, how);
    },
    'eject-all': (args) => whole('ejectAll', 'eject-all', args),
    restart: (args) => whole('restart', 'restart', args),
    inventory: (args) => whole('inventory', 'inventory', args),
    lock: (args) => ofSlot('lock', args),
    unlock: (args) => ofSlot('unlock', args),
    'set-parameter'(args) {
      const { positionals, why, name, value, ...how } = readArgs(args, {
        ...change,
        name: text,
        value: text,
      });
      const station = onlyOne(positionals, 'set-parameter takes one station.');
      const { name: known } = readBody(
        z.object({ name: ParameterName }),
        { name },
        { name: `--name is one of ${ParameterName.options.join(', ')}.` },
      );
      const { least, most } = parameterLimits[known];
      const number = /^\d{1,6}$/.test(value ?? '') ? Number(value) : NaN;
      refuse(
        !(number >= least && number <= most),
        `--value of ${known} is a whole number from ${least} to ${most}.`,
      );
      return sent(station, { type: 'setParameter', name: known, value: number, why }, how);
    },
    commands(args) {
      const { positionals, as, json } = readArgs(args, common);
      const station = onlyOne(positionals, 'commands takes one station.');
      return async (context) => {
        const found = await callServer(context, CommandList, pathOf(station), { as });
        if (json) return jsonText(found);
        const list = found.commands.map(lineOfCommand).join('') || 'There are no commands.\n';
        return list + lineOfParameters(found.parameters);
      };
    },
  },
};

type How = { as?: string | undefined; json: boolean };

function whole(type: string, verb: string, args: string[]): Command<OpsContext> {
  const { positionals, why, ...how } = readArgs(args, change);
  return sent(onlyOne(positionals, `${verb} takes one station.`), { type, why }, how);
}

function ofSlot(type: 'lock' | 'unlock', args: string[]): Command<OpsContext> {
  const { positionals, why, slot = '', ...how } = readArgs(args, { ...change, slot: text });
  const station = onlyOne(positionals, `${type} takes one station.`);
  return sent(station, { type, slot: slotOf(slot), why }, how);
}

function slotOf(given: string): number {
  refuse(!/^[1-9]\d{0,2}$/.test(given), '--slot is the number of a slot.');
  return Number(given);
}

function sent(
  station: string,
  body: { why: string | undefined; [name: string]: unknown },
  { as, json }: How,
): Command<OpsContext> {
  refuse(body.why === undefined, '--why is missing.');
  return async (context) => {
    const done = await callServer(context, CommandsSent, pathOf(station), { body, as });
    if (json) return jsonText(done);
    const next = `See the results with: npm run ops -- cabinets commands ${station}\n`;
    return `${done.commands.map(lineOfCommand).join('')}${next}`;
  };
}

const pathOf = (station: string) => `/api/ops/stations/${encodeURIComponent(station)}/commands`;

function lineOfCommand(command: CommandShown): string {
  const { type, slot, charger, parameter, value, state, reason, askedBy, askedAt } = command;
  const target = slot === null ? '' : ` slot ${slot}`;
  const setting = parameter === null ? '' : ` ${parameter} to ${value}`;
  const what = `${type}${target}${setting}${charger === null ? '' : ` (${printable(charger)})`}`;
  return `${askedAt}  ${what}: ${state}${reason === null ? '' : ` (${printable(reason)})`}, by ${printable(askedBy)}\n`;
}

function lineOfParameters(parameters: CommandList['parameters']): string {
  const written = Object.entries(parameters).map(([name, value]) => `${name} ${value}`);
  return written.length === 0 ? '' : `Parameters: ${written.join(', ')}\n`;
}

function linesOfSession(session: FieldSession): string {
  const { id, station, openedBy, openedAt, closedAt, chargersIn, chargersOut } = session;
  const state = closedAt === null ? `open since ${openedAt}` : `closed at ${closedAt}`;
  const list = (name: string, moved: FieldSession['chargersIn']) =>
    moved.map(({ serial, slot }) => `  ${name} ${printable(serial)} in slot ${slot}\n`).join('');
  return (
    `${id}  ${station}  ${state}, by ${printable(openedBy)}\n` +
    list('put into the cabinet:', chargersIn) +
    list('taken out:', chargersOut)
  );
}

function lineOfSession({ id, station, openedBy, openedAt, ...of }: FieldSessionSummary): string {
  const until = of.closedAt === null ? 'open' : `until ${of.closedAt}`;
  return `${id}  ${station}  ${openedAt} ${until}  ${of.chargersIn} in, ${of.chargersOut} out  by ${printable(openedBy)}\n`;
}
