import type {
  CabinetCommand,
  CabinetEvent,
  CabinetState,
  EventEnvelope,
} from '../../contract/cabinet/messages.ts';

/** The callbacks for messages of the cabinets. */
export interface CabinetListener {
  /**
   * Handles one event of a cabinet. An event arrives at least once. Several processes may share the
   * events of one cabinet, so events may arrive out of order. If the promise rejects, the gateway
   * tries again.
   *
   * @returns the highest `seq` that may be acknowledged for the boot of this event; null if there
   * is none. The processes together have committed all events up to this `seq`.
   */
  onEvent(stationId: string, event: CabinetEvent): Promise<number | null>;
  /**
   * Handles an event whose envelope can be parsed, but not its content. The event counts as
   * processed. The result is as for `onEvent`.
   */
  onUnread(stationId: string, envelope: EventEnvelope): Promise<number | null>;
  onState(stationId: string, state: CabinetState): Promise<void>;
}

/** The connection to the cabinets. */
export interface Gateway {
  start(listener: CabinetListener): Promise<void>;
  /**
   * Publishes a command at the broker. When the promise resolves, the command will reach the cabinet, even if this
   * process crashes: a separate broker has the command, or the cabinet has confirmed it to the embedded broker. The
   * cabinet may not have executed it; only an event of the cabinet proves success. If the promise rejects, call this
   * function again with the same command.
   */
  send(stationId: string, command: CabinetCommand): Promise<void>;
  stop(): Promise<void>;
}
