/** The average counts of a station in one hour of the week. */
export interface Usual {
  at: Date;
  chargers: number;
  freeSlots: number;
}

export interface Stock {
  chargers: number;
  freeSlots: number;
}

export interface Need {
  will: 'beEmpty' | 'beFull';
  at: Date;
  bring: number;
  take: number;
}

/**
 * The number of chargers to bring or to take so that a station is neither empty nor full in these
 * hours. The forecast adds the usual changes to the current counts of the cabinet. So a station
 * that now has more chargers than usual is empty later than usual. Without averages, only the
 * current counts decide. The result is null if the station needs no change.
 *
 * @param usual the averages of the present hour and of the next hours, in chronological order.
 */
export function needOf(now: Date, stock: Stock, usual: readonly Usual[]): Need | null {
  const [first] = usual;
  const forecast = [
    { at: now, ...stock },
    ...usual.slice(1).map(({ at, chargers, freeSlots }) => ({
      at,
      chargers: stock.chargers + chargers - (first?.chargers ?? 0),
      freeSlots: stock.freeSlots + freeSlots - (first?.freeSlots ?? 0),
    })),
  ];
  const empty = forecast.find(({ chargers }) => chargers < 1);
  const full = forecast.find(({ freeSlots }) => freeSlots < 1);
  if (empty && (!full || empty.at <= full.at)) {
    const lowest = Math.min(...forecast.map(({ chargers }) => chargers));
    const bring = Math.min(missing(lowest), Math.max(stock.freeSlots - 1, 0));
    return { will: 'beEmpty', at: empty.at, bring, take: 0 };
  }
  if (!full) return null;
  const lowest = Math.min(...forecast.map(({ freeSlots }) => freeSlots));
  const take = Math.min(missing(lowest), Math.max(stock.chargers - 1, 0));
  return { will: 'beFull', at: full.at, bring: 0, take };
}

/** The number of chargers or free slots to add so that at least one is left at the lowest point of the forecast. */
const missing = (lowest: number) => Math.ceil(1 - lowest);
