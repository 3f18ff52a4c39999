import mqtt from 'mqtt';

/** The return codes of MQTT 3.1.1 for a wrong user name or password (4), and for a client without permission (5). */
const refusals = new Set<unknown>([4, 5]);

/**
 * Connects to an external broker and subscribes to the events of all cabinets, as the gateway does.
 *
 * @returns what the broker refused; null if everything worked.
 * @throws if the broker cannot be reached within `timeoutMs`.
 */
export async function tryBroker(
  url: string,
  timeoutMs: number,
): Promise<'login' | 'events' | null> {
  try {
    const options = { connectTimeout: timeoutMs, reconnectPeriod: 0, protocolVersion: 4 } as const;
    const client = await mqtt.connectAsync(url, options, false);
    try {
      return (await canSubscribe(client)) ? null : 'events';
    } finally {
      await client.endAsync(true);
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && refusals.has(error.code)) return 'login';
    throw error;
  }
}

/** If the broker refuses the subscription, the promise rejects, or the answer has the reason code 128. */
async function canSubscribe(client: mqtt.MqttClient): Promise<boolean> {
  try {
    const grants = await client.subscribeAsync('cabinets/+/events', { qos: 1 });
    return grants.length > 0 && grants.every(({ qos }) => qos < 128);
  } catch {
    return false;
  }
}
