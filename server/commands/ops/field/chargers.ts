import { readFile } from 'node:fs/promises';
import {
  ChargerChanged,
  ChargerList,
  ChargersRecalled,
  ChargersRegistered,
  serialsOfRange,
  type ChargerShown,
} from '../../../../contract/operators/chargers.ts';
import { OpsChargerShown } from '../../../../contract/operators/timeLines.ts';
import { printable } from '../../printable.ts';
import {
  jsonText,
  onlyOne,
  readArgs,
  refuse,
  RefusedError,
  type Command,
  type Program,
} from '../../runCommand.ts';
import { queryOf } from '../money/queryOf.ts';
import { pagesOf } from '../pagesOf.ts';
import { callServer, type OpsContext } from '../opsClient.ts';
import { change, common, text } from '../options.ts';
import { timeLineText } from '../timeLineText.ts';

const selection = { from: text, to: text, file: text };
const chargersPath = '/api/ops/chargers';

/** The commands for the stock of chargers. */
export const chargers: Pick<Program<OpsContext>, 'commands'> = {
  commands: {
    list(args) {
      const { positionals, as, json, ...filter } = readArgs(args, {
        ...common,
        status: text,
        batch: text,
        station: text,
      });
      refuse(positionals.length > 0, 'list takes only options.');
      return async (context) => {
        const found: ChargerShown[] = [];
        for await (const page of pagesOf(context, ChargerList, chargersPath, filter, as)) {
          found.push(...page.chargers);
        }
        if (json) return jsonText({ chargers: found });
        return found.length === 0 ? 'There are no such chargers.\n' : found.map(lineOf).join('');
      };
    },
    show(args) {
      const { positionals, cursor, as, json } = readArgs(args, { ...common, cursor: text });
      const serial = onlyOne(positionals, 'show takes one serial number.');
      return async (context) => {
        const path = `${chargersPath}/${encodeURIComponent(serial)}${queryOf({ cursor })}`;
        const shown = await callServer(context, OpsChargerShown, path, { as });
        return json ? jsonText(shown) : chargerText(shown);
      };
    },
    async register(args) {
      const { positionals, batch, model, why, as, json, ...chosen } = readArgs(args, {
        ...change,
        ...selection,
        batch: text,
        model: text,
      });
      refuse(why === undefined, '--why is missing.');
      const wanted = await selected(positionals, chosen);
      const body = { ...wanted, ...(batch && { batch }), ...(model && { model }), why };
      return async (context) => {
        const done = await callServer(context, ChargersRegistered, chargersPath, { body, as });
        if (json) return jsonText(done);
        const released =
          done.released === 0 ? '' : ` ${done.released} were in a cabinet, and can be rented now.`;
        return `${done.registered} chargers are registered.${released}\n`;
      };
    },
    'hold-back': (args) => byReason('hold-back', args),
    release: (args) => byReason('release', args),
    retire: (args) => byReason('retire', args),
    async recall(args) {
      const { positionals, batch, why, as, json, ...chosen } = readArgs(args, {
        ...change,
        ...selection,
        batch: text,
      });
      refuse(why === undefined, '--why is missing.');
      const isMixed = Object.values(chosen).some(Boolean) || positionals.length > 0;
      refuse(batch !== undefined && isMixed, 'Write either --batch or the serial numbers.');
      const wanted = batch === undefined ? await selected(positionals, chosen) : { batch };
      return async (context) => {
        const body = { ...wanted, why };
        const done = await callServer(context, ChargersRecalled, '/api/ops/recalls', { body, as });
        if (json) return jsonText(done);
        return `${done.recalled} chargers are recalled. ${done.rented} of them are rented, and their riders were told.\n`;
      };
    },
  },
};

function byReason(verb: string, args: string[]): Command<OpsContext> {
  const { positionals, why, as, json } = readArgs(args, change);
  const serial = onlyOne(positionals, `${verb} takes one serial number.`);
  refuse(why === undefined, '--why is missing.');
  return async (context) => {
    const path = `${chargersPath}/${encodeURIComponent(serial)}/${verb}`;
    const done = await callServer(context, ChargerChanged, path, { body: { why }, as });
    return json ? jsonText(done) : lineOf(done.charger);
  };
}

/**
 * Returns the chosen serial numbers: a list from the arguments or from the lines of a file, or the two ends of a range.
 */
async function selected(
  serials: string[],
  {
    from,
    to,
    file,
  }: { from?: string | undefined; to?: string | undefined; file?: string | undefined },
): Promise<{ serials: string[] } | { from: string; to: string }> {
  const ways = [serials.length > 0, from !== undefined || to !== undefined, file !== undefined];
  refuse(ways.filter(Boolean).length !== 1, 'Write serial numbers, or --from and --to, or --file.');
  if (file !== undefined) return { serials: await linesOf(file) };
  if (from === undefined && to === undefined) return { serials };
  refuse(from === undefined || to === undefined, 'A range needs --from and --to.');
  const range = { from: from ?? '', to: to ?? '' };
  refuse(
    serialsOfRange(range) === null,
    `${range.from} to ${range.to} is no range: the text before the number and the length must be the same.`,
  );
  return range;
}

async function linesOf(file: string): Promise<string[]> {
  const content = await readFile(file, 'utf8').catch(() => {
    throw new RefusedError(`The file ${file} cannot be read.`);
  });
  return content
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
}

function chargerText(shown: OpsChargerShown): string {
  const { order, model, health, cycles } = shown;
  const facts = [
    order && `with the rider of ${order}`,
    model && `model ${printable(model)}`,
    health !== null && `health ${health} %`,
    cycles !== null && `${cycles} cycles`,
  ].filter(Boolean);
  const factLine = facts.length === 0 ? '' : `  ${facts.join(', ')}\n`;
  return lineOf(shown) + factLine + timeLineText(shown);
}

function lineOf({ serial, status, batch, place }: ChargerShown): string {
  const where = place && `${place.station} slot ${place.slot}`;
  return `${[printable(serial), status, batch && printable(batch), where].filter(Boolean).join('  ')}\n`;
}
