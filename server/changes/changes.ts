import { EventEmitter } from 'node:events';

/**
 * What changed, told within this process after the commit; live streams listen. It carries ids only:
 * whoever listens reads the truth from the database.
 */
export class Changes extends EventEmitter<{
  station: [stationId: string];
  order: [change: { userId: string; orderId: string }];
  /** Somebody was told something new. */
  notification: [change: { userId: string; notificationId: string }];
  /** A watch was answered or ended; its id as it is stored. */
  watch: [idHash: string];
  /** A session ended; its id as it is stored. */
  session: [idHash: string];
  /** What changed through other processes was not heard for a while. */
  missed: [];
}> {
  constructor() {
    super();
    this.setMaxListeners(0);
  }
}
