import type {
  CabinetCommand,
  CabinetEvent,
  CabinetState,
  EventEnvelope,
} from '../../contract/cabinet/messages.ts';

/** Callbacks for messages of the cabinets. */
export interface CabinetListener {
  /**
   * Handles one event of a cabinet. An event arrives at least once. Several processes may share the
   * events of one cabinet, so events may arrive out of order. Resolves once everything is
   * committed, with the highest `seq` of the boot that may be acknowledged: all events up to it are
   * committed, by any process. Null if no event may be acknowledged. If it rejects, the gateway
   * tries again.
   */
  onEvent(stationId: string, event: CabinetEvent): Promise<number | null>;
  /**
   * As `onEvent`, for an event whose content cannot be parsed, only its envelope. It counts as
   * processed.
   */
  onUnread(stationId: string, envelope: EventEnvelope): Promise<number | null>;
  onState(stationId: string, state: CabinetState): Promise<void>;
}

/** The connection to the cabinets. */
export interface Gateway {
  start(listener: CabinetListener): Promise<void>;
  /**
   * Publishes a command at the broker. Once this resolves, the command is published, but perhaps
   * not executed: only an event of the cabinet proves success. Sending the same command (same id)
   * again is harmless.
   */
  send(stationId: string, command: CabinetCommand): Promise<void>;
  stop(): Promise<void>;
}
