import type { CabinetCommand, CabinetEvent, CabinetState, EventEnvelope } from './messages.ts';

/** What the server's logic is told by the cabinets. */
export interface CabinetListener {
  /**
   * One event of a cabinet, at least once, in the order of the wire. The gateway acknowledges it to
   * the cabinet when the promise resolves, so it resolves only once everything is committed; where
   * it rejects, the cabinet sends the event again.
   */
  onEvent(stationId: string, event: CabinetEvent): Promise<void>;
  /** One that could not be read beyond where it stands: it leaves no gap. As for `onEvent`. */
  onUnread(stationId: string, envelope: EventEnvelope): Promise<void>;
  onState(stationId: string, state: CabinetState): Promise<void>;
}

/** The link to the cabinets. */
export interface Gateway {
  start(listener: CabinetListener): Promise<void>;
  /**
   * Hands a command to the broker. Resolving means published, never obeyed: success is the cabinet's
   * own event. Sending the same command again (same id) is harmless.
   */
  send(stationId: string, command: CabinetCommand): Promise<void>;
  stop(): Promise<void>;
}
