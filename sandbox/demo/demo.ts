import type { CabinetPlan, Scenario } from '../cabinets/fleet.ts';
import { demoStationIds, demoStockRandom, makeSerial } from './stationIds.ts';
import { venues, type Venue } from './venues.ts';

export const demoTimeZone = 'America/Chicago';
export const demoSlots = 8;

export interface DemoStation extends Venue {
  id: string;
}

/** The forty stations. They have the same ids in each new data folder. */
export const demoStations: readonly DemoStation[] = demoStationIds(venues.length).map(
  (id, index) => {
    const venue = venues[index];
    if (!venue) throw new Error('more ids than venues');
    return { id, ...venue };
  },
);

/** Returns the id of the station with this scenario. */
export function demoScenario(scenario: Scenario): string {
  const station = demoStations.find((one) => one.scenario === scenario);
  if (!station) throw new Error(`no station has the scenario ${scenario}`);
  return station.id;
}

/**
 * Returns the contents of each cabinet before it is switched on for the first time. A few chargers have a low level.
 */
export function demoCabinets(): CabinetPlan[] {
  const random = demoStockRandom();
  const serials = new Set<string>();
  const nextSerial = (): string => {
    const serial = makeSerial(random);
    if (serials.has(serial)) return nextSerial();
    serials.add(serial);
    return serial;
  };
  return demoStations.map(({ id, name, scenario, stocked }) => {
    const order = Array.from({ length: demoSlots }, (_, index) => ({ index, rank: random() }));
    const filled = new Set(
      order
        .sort((a, b) => a.rank - b.rank)
        .slice(0, stocked)
        .map(({ index }) => index),
    );
    const slots = Array.from({ length: demoSlots }, (_, index) => {
      if (!filled.has(index)) return null;
      const charger = nextSerial();
      // In a cabinet with a scenario, no charger has a low level.
      const low = scenario === undefined && random() < 0.15;
      const level = low ? 8 + Math.floor(random() * 45) : 72 + Math.floor(random() * 29);
      return { charger, level };
    });
    return { id, name, scenario: scenario ?? null, slots };
  });
}
