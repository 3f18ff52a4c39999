import type {
  CabinetCommand,
  CabinetEvent,
  CabinetState,
  EventEnvelope,
} from '../../contract/cabinet/messages.ts';

/** Callbacks for messages of the cabinets. */
export interface CabinetListener {
  /**
   * One event of a cabinet, at least once. Several processes may share the events of one cabinet,
   * so they may arrive out of order. It resolves once everything is committed, and answers the
   * highest `seq` of the boot that may be acknowledged: all events up to it are committed, by any
   * process. Null if none may be. If it rejects, the gateway tries again.
   */
  onEvent(stationId: string, event: CabinetEvent): Promise<number | null>;
  /**
   * An event of which only the number is readable. It counts as processed. Otherwise like
   * `onEvent`.
   */
  onUnread(stationId: string, envelope: EventEnvelope): Promise<number | null>;
  onState(stationId: string, state: CabinetState): Promise<void>;
}

/** The connection to the cabinets. */
export interface Gateway {
  start(listener: CabinetListener): Promise<void>;
  /**
   * Hands a command to the broker. Resolving means published, not executed: success is the
   * cabinet's own event. Sending the same command again (same id) is harmless.
   */
  send(stationId: string, command: CabinetCommand): Promise<void>;
  stop(): Promise<void>;
}
