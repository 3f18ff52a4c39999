/** The topics of the link; everything of a station lives below `cabinets/{stationId}/`. */
export type CabinetTopic = 'state' | 'events' | 'acks' | 'commands';

/** What a cabinet tells, and what it is told. Neither side speaks on the other's topics. */
export const publishedByCabinet: readonly CabinetTopic[] = ['state', 'events'];
export const readByCabinet: readonly CabinetTopic[] = ['acks', 'commands'];

/** A message beyond this is dropped unread. */
export const maxPayloadBytes = 16 * 1024;

/** `stationId` may be `+` in a subscription. */
export function topicOf(stationId: string, topic: CabinetTopic): string {
  return `cabinets/${stationId}/${topic}`;
}

/** The station and the kind of a topic; null where it is none of the link's. */
export function parseTopic(topic: string): { stationId: string; kind: CabinetTopic } | null {
  const match = /^cabinets\/([^/+#]+)\/(state|events|acks|commands)$/.exec(topic);
  const [, stationId, kind] = match ?? [];
  if (!stationId || !kind) return null;
  const known = [...publishedByCabinet, ...readByCabinet].find((name) => name === kind);
  return known ? { stationId, kind: known } : null;
}
