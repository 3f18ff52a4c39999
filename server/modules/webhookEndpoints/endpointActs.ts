import { z } from 'zod';
import type {
  AddEndpoint,
  DeliveriesReplayed,
  EndpointChanged,
  EndpointSecret,
  EndpointShown,
} from '../../../contract/operators/webhooks.ts';
import type { Settings } from '../../settings/settings.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { Act } from '../operators/guard.ts';
import { OpsError } from '../operators/opsError.ts';
import {
  hasMessage,
  insertEndpoint,
  lockEndpoint,
  replaceSecret,
  replayDeliveries,
  setEndpoint,
} from '../webhooks/endpoints.ts';
import { readEndpoints } from '../webhooks/readWebhooks.ts';
import { secretOf } from '../webhooks/signMessage.ts';

type EndpointSettings = Pick<Settings, 'codeSecret' | 'webhookPrivateHosts'>;
const EndpointMade = z.object({ endpoint: z.string() });

/** @throws {OpsError} addressRefused, keyReused. */
export function addEndpoint(
  work: UnitOfWork,
  settings: EndpointSettings,
  { url, types }: Pick<AddEndpoint, 'url' | 'types'>,
  act: Act,
): Promise<EndpointChanged> {
  // The path of an address may contain a secret of the receiver, so the record contains only the origin.
  const { origin } = new URL(url);
  const asked = { action: 'webhook.add', subject: null, details: { origin, types } };
  return actOnce(work, asked, act, {
    async run() {
      const { protocol, host, username, password } = new URL(url);
      const isPrivate = settings.webhookPrivateHosts.includes(host);
      if ((protocol !== 'https:' && !isPrivate) || username !== '' || password !== '') {
        throw new OpsError(
          'addressRefused',
          'The address must begin with https:// and have no password.',
        );
      }
      const id = await insertEndpoint(work, { url, types });
      const endpoint = await find(work, id);
      return { answer: { endpoint }, subject: subjectOf(id), made: { endpoint: id } };
    },
    again: async ({ details }) => ({
      endpoint: await find(work, EndpointMade.parse(details).endpoint),
    }),
  });
}

/**
 * Pauses an endpoint, or ends the pause. During the pause, its messages wait. @throws {OpsError} endpointNotFound,
 * keyReused.
 */
export function pauseEndpoint(
  work: UnitOfWork,
  id: string,
  isPaused: boolean,
  act: Act,
): Promise<EndpointChanged> {
  const action = isPaused ? 'webhook.pause' : 'webhook.resume';
  return change(work, id, action, act, { paused_at: isPaused ? work.now : null });
}

/** Removes an endpoint for ever. @throws as `pauseEndpoint` does. */
export function removeEndpoint(work: UnitOfWork, id: string, act: Act): Promise<EndpointChanged> {
  return change(work, id, 'webhook.remove', act, { removed_at: work.now });
}

/**
 * Shows the secret of an endpoint. The record of operators contains who has seen the secret. @throws as `pauseEndpoint`
 * does.
 */
export function showSecret(
  work: UnitOfWork,
  settings: EndpointSettings,
  id: string,
  act: Act,
): Promise<EndpointSecret> {
  return actOnce(work, { action: 'webhook.showSecret', subject: subjectOf(id) }, act, {
    run: async () => ({ answer: await readSecret(work, settings, id) }),
    again: () => readSecret(work, settings, id),
  });
}

/** Replaces the secret. Messages have the signatures of both secrets for a day. @throws as `pauseEndpoint` does. */
export function rotateSecret(
  work: UnitOfWork,
  settings: EndpointSettings,
  id: string,
  act: Act,
): Promise<EndpointSecret> {
  return actOnce(work, { action: 'webhook.rotateSecret', subject: subjectOf(id) }, act, {
    async run() {
      await lock(work, id);
      await replaceSecret(work, id);
      return { answer: await readSecret(work, settings, id) };
    },
    again: () => readSecret(work, settings, id),
  });
}

const ReplayMade = z.object({ messages: z.int() });

/**
 * Sends one message of an endpoint again, or all failed messages. A receiver recognises a repeated message by its id.
 *
 * @throws {OpsError} endpointNotFound, messageNotFound, keyReused.
 */
export function replay(
  work: UnitOfWork,
  id: string,
  message: string | undefined,
  act: Act,
): Promise<DeliveriesReplayed> {
  const details = { message: message ?? null };
  return actOnce(work, { action: 'webhook.replay', subject: subjectOf(id), details }, act, {
    async run() {
      await lock(work, id);
      if (message !== undefined && !(await hasMessage(work, id, message))) {
        throw new OpsError('messageNotFound', `This endpoint has no message ${message}.`);
      }
      const messages = await replayDeliveries(work, id, message, act.key);
      return { answer: { messages }, made: { messages } };
    },
    again: async ({ details: made }) => ReplayMade.parse(made),
  });
}

function change(
  work: UnitOfWork,
  id: string,
  action: string,
  act: Act,
  set: Parameters<typeof setEndpoint>[2],
): Promise<EndpointChanged> {
  return actOnce(work, { action, subject: subjectOf(id) }, act, {
    async run() {
      await lock(work, id);
      const before = await find(work, id);
      await setEndpoint(work, id, set);
      const endpoint = await find(work, id);
      return { answer: { endpoint }, before: factsOf(before), after: factsOf(endpoint) };
    },
    again: async () => ({ endpoint: await find(work, id) }),
  });
}

async function readSecret(work: UnitOfWork, settings: EndpointSettings, id: string) {
  return { secret: await secretOf(work.trx, settings, await lock(work, id)) };
}

async function lock(work: UnitOfWork, id: string) {
  const endpoint = await lockEndpoint(work, id);
  if (!endpoint) throw notFound(id);
  return endpoint;
}

async function find(work: UnitOfWork, id: string): Promise<EndpointShown> {
  const [endpoint] = await readEndpoints(work.trx, id);
  if (!endpoint) throw notFound(id);
  return endpoint;
}

const notFound = (id: string) => new OpsError('endpointNotFound', `There is no endpoint ${id}.`);
const subjectOf = (id: string) => `webhook ${id}`;
const factsOf = ({ pausedAt, removedAt }: EndpointShown) => ({ pausedAt, removedAt });
