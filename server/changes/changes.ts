import { EventEmitter } from 'node:events';

/**
 * Announces changes within this process after the commit, for live streams. Events carry ids only:
 * listeners read the data from the database.
 */
export class Changes extends EventEmitter<{
  station: [stationId: string];
  order: [change: { userId: string; orderId: string }];
  /** A rider has a new notification. */
  notification: [change: { userId: string; notificationId: string }];
  /** A watch was answered or has ended. Contains the hash of its id. */
  watch: [idHash: string];
  /** A session has ended. Contains the hash of its id. */
  session: [idHash: string];
  /** This process may have missed changes of other processes. */
  missed: [];
}> {
  constructor() {
    super();
    this.setMaxListeners(0);
  }
}
