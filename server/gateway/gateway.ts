import type {
  CabinetCommand,
  CabinetEvent,
  CabinetState,
  EventEnvelope,
} from '../../contract/cabinet/messages.ts';

/** What the server's logic is told by the cabinets. */
export interface CabinetListener {
  /**
   * One event of a cabinet, at least once. Several processes may share the events of one cabinet, so
   * they may come out of order. It resolves once everything is committed, and answers the highest
   * `seq` of the boot that may be acknowledged: everything up to it is committed, by whichever
   * process. Null where nothing may be. Where it rejects, the gateway tries again.
   */
  onEvent(stationId: string, event: CabinetEvent): Promise<number | null>;
  /** One that could not be read beyond where it stands: it leaves no gap. As for `onEvent`. */
  onUnread(stationId: string, envelope: EventEnvelope): Promise<number | null>;
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
