import type { Facts } from '../facts.ts';

/**
 * Checks that each case was closed at most once, and that it has the operator and the outcome that the server
 * confirmed.
 */
export function checkClosings({ desk, books }: Facts): string[] {
  const cases = new Map(books.cases.map((one) => [one.number, one]));
  const acknowledged = new Map(desk.closings.map((closing) => [closing.number, closing]));
  return [
    ...desk.closings.flatMap(({ number, operator, outcome }) => {
      const found = cases.get(number);
      if (!found) return [`case ${number} was closed, but is missing`];
      if (found.closedBy !== operator)
        return [`case ${number} was closed by ${operator}, but the books name ${found.closedBy}`];
      if (canonical(found.outcome) !== canonical(outcome))
        return [`case ${number} has another outcome than its operator was told`];
      return [];
    }),
    ...desk.closings
      .filter((closing) => acknowledged.get(closing.number) !== closing)
      .map(({ number }) => `case ${number} was closed twice`),
    ...books.cases
      .filter(({ closedBy, closes }) => closes !== (isOperator(closedBy) ? 1 : 0))
      .map(({ number, closes }) => `case ${number} has ${closes} closings in the record`),
  ];
}

/**
 * Checks that each bill is lowered by exactly the refunds and waivers of the operators. Also checks that no rental runs
 * after an operator has ended it.
 */
export function checkDecisions({ desk, books }: Facts): string[] {
  return books.rentals.flatMap(({ id, number, state, loweredBySupport }) => {
    const about = desk.closings.filter(({ orderId }) => orderId === id);
    const decided = about.reduce((sum, { outcome }) => sum + (outcome?.amount ?? 0), 0);
    const isEnded = about.some(({ outcome }) => outcome?.kind === 'endRental');
    const found: string[] = [];
    if (decided !== loweredBySupport)
      found.push(
        `rental ${number} is lowered by ${loweredBySupport}, but operators decided ${decided}`,
      );
    if (isEnded && (state === 'charging' || state === 'overdue'))
      found.push(`rental ${number} runs, but an operator ended it`);
    return found;
  });
}

/** The ids of the rentals that operators ended. The return station of such a rental is the station of its case. */
export function endedByOperators({ desk }: Facts): ReadonlySet<string> {
  return new Set(
    desk.closings.flatMap(({ orderId, outcome }) =>
      outcome?.kind === 'endRental' && orderId !== null ? [orderId] : [],
    ),
  );
}

/** The server itself closes cases as `support`. */
function isOperator(closedBy: string | null): boolean {
  return closedBy !== null && closedBy !== 'support';
}

function canonical(outcome: object | null): string {
  return outcome === null
    ? ''
    : JSON.stringify(Object.entries(outcome).toSorted(([a], [b]) => a.localeCompare(b)));
}
