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
  /** A watch was answered or ended; its id as stored. */
  watch: [idHash: string];
  /** A session ended; its id as stored. */
  session: [idHash: string];
  /** Changes by other processes may have been missed for a while. */
  missed: [];
}> {
  constructor() {
    super();
    this.setMaxListeners(0);
  }
}
