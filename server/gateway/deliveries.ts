/** A command on its way to a cabinet. */
export interface Delivery {
  /**
   * True after the broker has accepted the command. The broker then stores the command until the cabinet confirms it,
   * and sends it again if the cabinet reconnects.
   */
  isPublished: boolean;
  /** Resolves when the cabinet confirms that it received the command. */
  readonly confirmed: Promise<void>;
  /** Forgets this delivery. If the same command is sent again, it is published again. */
  end(): void;
}

interface OpenDelivery extends Delivery {
  resolve(): void;
}

/** The time in milliseconds after which a delivery is forgotten. Most commands expire much sooner. */
const keptMs = 10 * 60_000;

/**
 * The deliveries of commands. A confirmed delivery stays until its sender calls `end`, because the cabinet may confirm
 * between two attempts of the sender.
 */
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
