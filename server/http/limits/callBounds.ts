/**
 * The limits of a group of calls, for example of some routes that work without a session, of the calls of one session,
 * or of expensive work. Each process counts the calls in memory, so that refusing a call needs no query.
 */
export interface CallBound {
  readonly name: string;
  /**
   * Calls per minute of one caller: an IPv4 address or a /64 network. A /48 network may make
   * sixteen times as many.
   */
  readonly perMinute: number;
  /** Calls per second of all callers, as an average over ten seconds. */
  readonly inAllPerSecond: number;
  /** Calls of one caller that may be open at the same time. */
  readonly open: number;
  /** Open calls of all callers. */
  readonly openInAll: number;
}

function bound(
  name: string,
  limits: readonly [perMinute: number, inAllPerSecond: number],
  open: readonly [ofCaller: number, inAll: number],
): CallBound {
  return {
    name,
    perMinute: limits[0],
    inAllPerSecond: limits[1],
    open: open[0],
    openInAll: open[1],
  };
}

/**
 * The guests of a venue, and the customers of a mobile network, share an address. So the limits of
 * a caller are far above what one person needs.
 */
export const callBounds = {
  /** Files and pages. A first visit fetches dozens of files. */
  file: bound('file', [30_000, 4_000], [200, 1_000]),
  /** Above this limit, the server sends the page from the build, without stations, and does not refuse the call. */
  painting: bound('painting', [300, 20], [8, 16]),
  /** Small answers that are the same for everybody. */
  cached: bound('cached', [1_200, 1_000], [64, 256]),
  /** The description of the API is large, and only developers read it. */
  document: bound('document', [60, 5], [4, 8]),
  health: bound('health', [600, 100], [16, 32]),
  /** While a rider pans, the map reads several tiles a second. */
  tile: bound('tile', [3_000, 500], [64, 128]),
  /** Pictures of stations. A new picture takes a second of a processor. */
  card: bound('card', [60, 10], [4, 16]),
  /** Riders do not open ten stations a second. The limit slows down a scan of all ids. */
  station: bound('station', [600, 200], [64, 128]),
  /** A search is expensive, and no rider types four letters a second for a whole minute. */
  search: bound('search', [240, 60], [16, 32]),
  /** A map has event streams for a few tiles at a time. On a poor connection it opens these streams again and again. */
  follow: bound('follow', [1_200, 200], [64, 128]),
  /** The app makes this call once per visit. */
  geoIp: bound('geoIp', [300, 200], [32, 64]),
  /** Each call may cause a request to an external server. A limit in the database also applies to these calls. */
  place: bound('place', [240, 60], [32, 64]),
  /** The state of a watch. The limit also applies to guesses of ids. */
  watch: bound('watch', [1_200, 200], [64, 128]),
  campaign: bound('campaign', [1_200, 200], [64, 128]),
  /** Requests for login codes. Limits in the database also apply to them. */
  code: bound('code', [600, 100], [64, 128]),
  /** Sign-in and sign-out. Limits in the database also apply to guesses of codes. */
  signIn: bound('signIn', [600, 200], [64, 128]),
  /** Forms that guests send. Limits in the database also apply to them. */
  form: bound('form', [240, 60], [32, 64]),
  /** Providers send from few addresses. After an interruption they send many messages at once. */
  webhook: bound('webhook', [6_000, 200], [64, 128]),
  /** Operators are few. Strangers who guess the key are slowed down. */
  operator: bound('operator', [600, 50], [16, 32]),
  /** The files of the feed of stations, compressed once for all callers. */
  feed: bound('feed', [600, 100], [150, 300]),
  /** A station file without compression: with a million stations it has hundreds of megabytes. */
  unpacked: bound('unpacked', [60, 10], [4, 8]),
  /** Calls that need a session, from callers whose session this process has not accepted yet. */
  newcomer: bound('newcomer', [3_000, 1_000], [100, 400]),
} as const satisfies Record<string, CallBound>;

/**
 * The limits of one session. The calls of a session do not count for the address of the caller,
 * because strangers may share this address.
 */
export const sessionBound = bound(
  'session',
  [3_000, Number.POSITIVE_INFINITY],
  [100, Number.POSITIVE_INFINITY],
);
