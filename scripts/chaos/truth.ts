import type { FakeCabinet } from '../../server/testing/fakeCabinet.ts';

/** A charger outside, from the slot that it left to the one that it was pushed into. */
export interface Outing {
  readonly charger: string;
  /** Whose eject command made it come out. */
  readonly rentalId: string;
  readonly stationId: string;
  readonly outAt: Date;
  backAt: Date | null;
  backStationId: string | null;
}

/** The true movements of the chargers, recorded at the cabinets. */
export class Truth {
  readonly outings: Outing[] = [];
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  cameOut({ stationId }: FakeCabinet, charger: string, command: string): void {
    const rentalId = command.replace(/^eject:/, '');
    const back = { backAt: null, backStationId: null };
    this.outings.push({ charger, rentalId, stationId, outAt: this.#now(), ...back });
  }

  wentIn({ stationId }: FakeCabinet, charger: string): void {
    const outing = this.outings.findLast((one) => one.charger === charger && !one.backAt);
    if (!outing) throw new Error(`${charger} was not outside`);
    outing.backAt = this.#now();
    outing.backStationId = stationId;
  }

  /** The first time that a rental's command made its charger come out. */
  ofRental(rentalId: string): Outing | undefined {
    return this.outings.find((outing) => outing.rentalId === rentalId);
  }

  get outside(): Outing[] {
    return this.outings.filter(({ backAt }) => backAt === null);
  }
}
