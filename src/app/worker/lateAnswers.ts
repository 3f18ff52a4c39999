import { isConfig } from '../../../contract/rules/shapes/configShape.ts';
import { isText, objectOf } from '../../../contract/rules/shapes/shapes.ts';
import { isStation, isStationTile } from '../../../contract/rules/shapes/stationShapes.ts';
import type { PageMessage } from '../../../sw/messages.ts';
import { configApi } from '../../api/configApi.ts';
import { reportReached, reportUnreached } from '../../api/connection.ts';
import { noteAnswerSource } from '../../api/cachedAnswers.ts';
import { stationsApi } from '../../features/stations/stationsApi.ts';
import type { Store } from '../state/store.ts';

const isAnswered = objectOf<{ url: string; body: string }>({ url: isText, body: isText });

function hasType(data: unknown, type: PageMessage['type']): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === type;
}

/**
 * Returns whether the answer is at least as new as the data in the query cache. The answer may be
 * older, because a live event may have changed the counts. If the query cache has no such data,
 * no page shows the data, so it needs no update.
 */
function isNewer(shown: { at: string } | undefined, answer: { at: string }): boolean {
  return shown !== undefined && answer.at >= shown.at;
}

/**
 * Replaces the data in the query cache with a late network answer. Replaces stations only if the
 * query cache already contains them and the answer is not older.
 */
function updateShown(store: Store, answer: unknown): void {
  const state = store.getState();
  if (isStationTile(answer)) {
    const { z, x, y } = answer;
    const arg = { z, x, y };
    if (!isNewer(stationsApi.endpoints.getTile.select(arg)(state).data, answer)) return;
    store.dispatch(
      stationsApi.util.upsertQueryEntries([{ endpointName: 'getTile', arg, value: answer }]),
    );
  } else if (isStation(answer)) {
    const arg = answer.id;
    if (!isNewer(stationsApi.endpoints.getStation.select(arg)(state).data, answer)) return;
    store.dispatch(
      stationsApi.util.upsertQueryEntries([{ endpointName: 'getStation', arg, value: answer }]),
    );
  } else if (isConfig(answer)) {
    store.dispatch(
      configApi.util.upsertQueryEntries([
        { endpointName: 'getConfig', arg: undefined, value: answer },
      ]),
    );
  }
}

/**
 * Reads a message. Returns null if its body is not JSON, such as the page of a captive portal, or
 * if its address is invalid.
 */
function readAnswer({ url, body }: { url: string; body: string }) {
  try {
    const answer: unknown = JSON.parse(body);
    return { answer, pathname: new URL(url).pathname };
  } catch {
    return null;
  }
}

/**
 * Applies an `ANSWERED` or `UNANSWERED` message of the service worker. Ignores all other messages.
 */
export function applyMessage(store: Store, data: unknown): void {
  if (hasType(data, 'UNANSWERED')) reportUnreached();
  if (!hasType(data, 'ANSWERED') || !isAnswered(data)) return;
  const late = readAnswer(data);
  if (late === null) return;
  reportReached();
  updateShown(store, late.answer);
  noteAnswerSource(late.pathname, false);
}
