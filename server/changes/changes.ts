import { EventEmitter } from 'node:events';

/**
 * Announces committed changes within this process, for example to live streams, caches and watches.
 * The events contain only ids; listeners read the data from the database.
 */
export class Changes extends EventEmitter<{
  station: [stationId: string];
  /** The secrets of a station's cabinet have changed. The relay does not send this event to other processes. */
  secret: [stationId: string];
  order: [change: { userId: string; orderId: string }];
  /** A rider has a new notification. */
  notification: [change: { userId: string; notificationId: string }];
  /**
   * A watch has ended: the station has the wanted charger or free slot, or the rider ended the watch. The event
   * contains the hash of the watch's id.
   */
  watch: [idHash: string];
  /** A session has ended. The event contains the hash of its id. */
  session: [idHash: string];
  /** The connection to the other processes was interrupted, so this process may have missed their changes. */
  missed: [];
}> {
  constructor() {
    super();
    this.setMaxListeners(0);
  }
}
