/** The MQTT topics; all topics of a station start with `cabinets/{stationId}/`. */
export type CabinetTopic = 'state' | 'events' | 'acks' | 'commands';

/** The topics on which a cabinet publishes. Only the server publishes on the other topics. */
export const publishedByCabinet: readonly CabinetTopic[] = ['state', 'events'];
export const readByCabinet: readonly CabinetTopic[] = ['acks', 'commands'];

/** The receiver drops a larger message without reading it. */
export const maxPayloadBytes = 16 * 1024;

/** `+` as `stationId` subscribes to the topics of all stations. */
export function topicOf(stationId: string, topic: CabinetTopic): string {
  return `cabinets/${stationId}/${topic}`;
}

/** The station and the kind of a topic; null for a topic that does not belong to this protocol. */
export function parseTopic(topic: string): { stationId: string; kind: CabinetTopic } | null {
  const match = /^cabinets\/([^/+#]+)\/(state|events|acks|commands)$/.exec(topic);
  const [, stationId, kind] = match ?? [];
  if (!stationId || !kind) return null;
  const known = [...publishedByCabinet, ...readByCabinet].find((name) => name === kind);
  return known ? { stationId, kind: known } : null;
}
