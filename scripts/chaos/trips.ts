import type { FakeCabinet } from '../../server/testing/cabinets/fakeCabinet.ts';

/** A charger's time outside, from the slot that it left to the slot into which it was returned. */
export interface ChargerTrip {
  readonly charger: string;
  /** The rental whose eject command released the charger. */
  readonly rentalId: string;
  readonly command: string;
  readonly stationId: string;
  readonly outAt: Date;
  backAt: Date | null;
  backStationId: string | null;
}

/** Records the real movements of the chargers at the cabinets. */
export class ChargerTrips {
  readonly trips: ChargerTrip[] = [];
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  cameOut({ stationId }: FakeCabinet, charger: string, command: string): void {
    // The id of a command for a second charger of a rental also contains the time of the command.
    const rentalId = command.split(':')[1] ?? '';
    const back = { backAt: null, backStationId: null };
    this.trips.push({ charger, rentalId, stationId, command, outAt: this.#now(), ...back });
  }

  wentIn({ stationId }: FakeCabinet, charger: string): void {
    const trip = this.trips.findLast((one) => one.charger === charger && !one.backAt);
    if (!trip) throw new Error(`${charger} was not outside`);
    trip.backAt = this.#now();
    trip.backStationId = stationId;
  }

  /** Returns the first trip that started with a command of the rental; undefined if no charger came out. */
  ofRental(rentalId: string): ChargerTrip | undefined {
    return this.trips.find((trip) => trip.rentalId === rentalId);
  }

  /**
   * Returns a trip that started with a command of the rental, but with another charger than the given one; undefined if
   * there is none.
   */
  ofOther(rentalId: string, charger: string): ChargerTrip | undefined {
    return this.trips.find((one) => one.rentalId === rentalId && one.charger !== charger);
  }

  get outside(): ChargerTrip[] {
    return this.trips.filter(({ backAt }) => backAt === null);
  }
}
