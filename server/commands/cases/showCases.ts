import type {
  CaseList,
  CaseShown,
  CaseSummary,
  TimeLineEntry,
} from '../../../contract/operators/desk.ts';
import { printable } from '../printable.ts';

/** Returns a list of cases as text for an operator. */
export function printCases({ cases, nextCursor }: CaseList): string {
  if (cases.length === 0) return 'There are no such cases.\n';
  const more = nextCursor === null ? '' : `More: --cursor ${nextCursor}\n`;
  return cases.map((one) => `${lineOf(one)}\n${answerOf(one)}`).join('') + more;
}

export function printCase(shown: CaseShown): string {
  const { words, orderNow, topUpNow, charger, outcomes, details, timeLine } = shown;
  const facts = [
    words === null || words === '' ? null : `words     ${printable(words)}`,
    orderNow &&
      `order     ${orderNow.state}, bill ${orderNow.total?.amount ?? '–'}, paid ${orderNow.paid.amount}, due ${orderNow.due.amount} ${orderNow.paid.currency}`,
    topUpNow &&
      `top-up    ${topUpNow.state}, paid ${topUpNow.paid.amount}, refunded ${topUpNow.refunded.amount}, left ${topUpNow.left.amount} ${topUpNow.left.currency}`,
    charger && `charger   ${charger.serial} ${charger.state ?? 'unknown'}`,
    `details   ${printable(JSON.stringify(details))}`,
    `outcomes  ${outcomes.join(', ')}`,
  ].filter((fact) => fact !== null);
  return `${lineOf(shown)}\n${answerOf(shown)}${facts.map((fact) => `  ${fact}\n`).join('')}\n${printTimeLine(timeLine)}`;
}

/** Returns a time line as text, one line for each entry. */
export function printTimeLine(entries: readonly TimeLineEntry[]): string {
  const lines = entries.map(({ at, cabinetAt, by, what, facts }) => {
    const cabinet = cabinetAt === undefined ? '' : ` (cabinet ${cabinetAt})`;
    return `  ${at}${cabinet}  ${by} ${what}  ${printable(JSON.stringify(facts))}\n`;
  });
  return lines.join('');
}

function lineOf(one: CaseSummary): string {
  const { number, kind, state, waitsFor, overdue, rider, order, topUp, station, outcome } = one;
  return [
    number,
    minute(one.openedAt),
    waitsFor === null ? state : `waits for the ${waitsFor}`,
    overdue ? 'OVERDUE' : state === 'closed' ? null : `due ${minute(one.dueAt)}`,
    kind,
    rider && `rider ${rider.number} (${rider.language})`,
    order && `order ${order}`,
    topUp && `top-up ${topUp}`,
    station && `station ${station}`,
    one.assignee && `assigned to ${printable(one.assignee)}`,
    outcome && `${Object.values(outcome).join(' ')} by ${printable(one.closedBy ?? 'support')}`,
  ]
    .filter(Boolean)
    .join('  ');
}

function answerOf({ answer }: CaseSummary): string {
  return answer === null ? '' : `    > ${printable(answer)}\n`;
}

function minute(at: string): string {
  return at.slice(0, 16).replace('T', ' ');
}
