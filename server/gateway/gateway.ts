import type {
  CabinetCommand,
  CabinetEvent,
  CabinetState,
  EventEnvelope,
} from '../../contract/cabinet/messages.ts';

/** The callbacks for messages of the cabinets. */
export interface CabinetListener {
  /**
   * Handles one event of a cabinet. An event arrives at least once. Several processes may share the events
   * of one cabinet, so events may arrive out of order. If the promise rejects, the gateway tries again.
   *
   * @returns after the commit, the highest `seq` of the boot that may be acknowledged, because all events
   *   up to it are committed, by any process; null if no event may be acknowledged.
   */
  onEvent(stationId: string, event: CabinetEvent): Promise<number | null>;
  /** Like `onEvent`, but only the envelope of the event can be parsed. The event counts as processed. */
  onUnread(stationId: string, envelope: EventEnvelope): Promise<number | null>;
  onState(stationId: string, state: CabinetState): Promise<void>;
}

/** The connection to the cabinets. */
export interface Gateway {
  start(listener: CabinetListener): Promise<void>;
  /**
   * Publishes a command at the broker. When the promise resolves, the broker has the command, but the
   * cabinet may not have executed it. Only an event of the cabinet proves success. It is harmless to send
   * the same command (with the same id) again.
   */
  send(stationId: string, command: CabinetCommand): Promise<void>;
  stop(): Promise<void>;
}
