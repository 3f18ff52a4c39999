import {
  AlertsChanged,
  AlertsShown,
  TicketChanged,
  TicketList,
  type TicketShown,
} from '../../../../contract/operators/tickets.ts';
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

const ticketsPath = '/api/ops/tickets';
const alertsPath = '/api/ops/me/alerts';

/** The commands for work at stations. */
export const tickets: Pick<Program<OpsContext>, 'commands'> = {
  commands: {
    list(args) {
      const { positionals, as, json, ...filter } = readArgs(args, {
        ...common,
        state: text,
        kind: text,
        station: text,
      });
      refuse(positionals.length > 0, 'list takes only options.');
      return async (context) => {
        const found: TicketShown[] = [];
        for await (const page of pagesOf(context, TicketList, ticketsPath, filter, as)) {
          found.push(...page.tickets);
        }
        if (json) return jsonText({ tickets: found });
        return found.map(lineOf).join('') || 'There are no such tickets.\n';
      };
    },
    take: (args) => byReason('take', args),
    done: (args) => byReason('done', args),
  },
};

/** The commands for the alerts of the operator who calls. */
export const alerts: Pick<Program<OpsContext>, 'commands'> = {
  commands: {
    show(args) {
      const { positionals, as, json } = readArgs(args, common);
      refuse(positionals.length > 0, 'show takes only options.');
      return async (context) => {
        const found = await callServer(context, AlertsShown, alertsPath, { as });
        return json ? jsonText(found) : lineOfAlerts(found.alerts);
      };
    },
    set(args) {
      const { positionals, why, email, quiet, zone, ...how } = readArgs(args, {
        ...change,
        email: text,
        quiet: text,
        zone: text,
      });
      refuse(positionals.length > 0 || email === undefined, 'set needs --email.');
      const [, from, to] = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(quiet ?? '') ?? [];
      refuse(quiet !== undefined && !from, '--quiet is a time such as 22:00-07:00.');
      refuse((quiet === undefined) !== (zone === undefined), '--quiet and --zone belong together.');
      const quietHours = quiet === undefined ? null : { from, to, timeZone: zone };
      return setAlerts({ email, quietHours }, why, how);
    },
    off(args) {
      const { positionals, why, ...how } = readArgs(args, change);
      refuse(positionals.length > 0, 'off takes only options.');
      return setAlerts(null, why, how);
    },
  },
};

function setAlerts(
  wanted: object | null,
  why: string | undefined,
  { as, json }: { as?: string | undefined; json: boolean },
): Command<OpsContext> {
  refuse(why === undefined, '--why is missing.');
  return async (context) => {
    const body = { alerts: wanted, why };
    const done = await callServer(context, AlertsChanged, alertsPath, { body, as });
    return json ? jsonText(done) : lineOfAlerts(done.alerts);
  };
}

function byReason(verb: 'take' | 'done', args: string[]): Command<OpsContext> {
  const { positionals, why, as, json } = readArgs(args, change);
  const number = onlyOne(positionals, `${verb} takes the number of one ticket.`);
  refuse(why === undefined, '--why is missing.');
  return async (context) => {
    const path = `${ticketsPath}/${encodeURIComponent(number)}/${verb}`;
    const done = await callServer(context, TicketChanged, path, { body: { why }, as });
    return json ? jsonText(done) : lineOf(done.ticket);
  };
}

function lineOf(ticket: TicketShown): string {
  const { number, kind, station, stationName, slot, charger, openedAt } = ticket;
  const place = `${station}${slot === null ? '' : ` slot ${slot}`} (${printable(stationName)})`;
  const about = charger === null ? '' : ` ${printable(charger)}`;
  return `${number}  ${kind}${about}  ${place}  since ${openedAt}  ${stateOf(ticket)}\n`;
}

function stateOf({ state, takenBy, closedBy }: TicketShown): string {
  if (state === 'done') return `closed by ${printable(closedBy ?? 'server')}`;
  return takenBy === null ? 'open' : `${printable(takenBy)} is on the way`;
}

function lineOfAlerts(shown: AlertsShown['alerts']): string {
  if (shown === null) return 'You get no alerts.\n';
  const { email, quietHours } = shown;
  const quiet = quietHours
    ? `, but not from ${quietHours.from} to ${quietHours.to} (${quietHours.timeZone})`
    : '';
  return `Alerts go to ${printable(email)}${quiet}.\n`;
}
