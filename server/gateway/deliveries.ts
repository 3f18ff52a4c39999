/** A command on its way to a cabinet. */
export interface Delivery {
  /** Whether the broker has accepted the command. Then the broker sends it again until the cabinet confirms it. */
  isPublished: boolean;
  /** Resolves when the cabinet confirms that it received the command. */
  readonly confirmed: Promise<void>;
  /** Ends the delivery, so that the same command can be sent again. */
  end(): void;
}

interface OpenDelivery extends Delivery {
  resolve(): void;
}

/** How long a delivery is kept that nobody ends, in milliseconds. Most commands expire much sooner. */
const keptMs = 10 * 60_000;

/** The deliveries of commands. A delivery is kept after its confirmation, because its sender may not wait for it now. */
export class Deliveries {
  readonly #open = new Map<string, OpenDelivery>();

  /** Returns the delivery of a command, or begins one. */
  of(stationId: string, commandId: string): Delivery {
    const key = keyOf(stationId, commandId);
    const open = this.#open.get(key);
    if (open) return open;
    let resolve = (): void => undefined;
    const confirmed = new Promise<void>((confirm) => (resolve = confirm));
    const end = () => {
      clearTimeout(timer);
      if (this.#open.get(key) === delivery) this.#open.delete(key);
    };
    const timer = setTimeout(end, keptMs).unref();
    const delivery = { isPublished: false, confirmed, resolve, end };
    this.#open.set(key, delivery);
    return delivery;
  }

  confirm(stationId: string, commandId: string): void {
    this.#open.get(keyOf(stationId, commandId))?.resolve();
  }
}

function keyOf(stationId: string, commandId: string): string {
  return `${stationId}/${commandId}`;
}
