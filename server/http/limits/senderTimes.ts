interface SenderTimes {
  /** The headers of a request must arrive within this time. */
  headersMs: number;
  /** The whole request must arrive within this time. `limitBodyTime` has a shorter limit for small bodies. */
  requestMs: number;
  /** The server closes a connection after this time without any data. */
  silentMs: number;
  /** How often Node checks all connections for the first two limits. */
  checkEveryMs: number;
}

const usualTimes: SenderTimes = {
  headersMs: 15_000,
  requestMs: 120_000,
  // Event streams send something every 15 seconds.
  silentMs: 60_000,
  checkEveryMs: 5_000,
};

/** Options of Fastify that limit how long a slow sender, or a slow reader, can occupy a connection. */
export function limitSenderTimes(times = usualTimes) {
  return {
    http: { headersTimeout: times.headersMs, connectionsCheckingInterval: times.checkEveryMs },
    requestTimeout: times.requestMs,
    connectionTimeout: times.silentMs,
  };
}
