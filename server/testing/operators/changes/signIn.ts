import { LinkMade, SignedIn } from '../../../../contract/operators/signIn.ts';
import { digest, randomToken } from '../../../ids/signInTokens.ts';
import { OperatorSession, codeOf } from '../operatorSessions.ts';
import { type OperatorWorld, theAccount } from '../operatorWorld.ts';
import type { Change } from './change.ts';

/** A valid call for each change of the sign-in or of the caller's own session. */
export const signInChanges: Record<string, Change> = {
  'POST /api/ops/sign-in/code': {
    action: 'operator.signIn',
    isOfSession: true,
    call: async (world) => {
      const { who, ...body } = await signInCode(world);
      return { body, by: { who } };
    },
  },
  'POST /api/ops/sign-in/link': {
    action: 'operator.signIn',
    isOfSession: true,
    call: async (world) => {
      const who = world.fresh('administrator');
      return { body: { link: await makeLink(world, who), give: 'token' }, by: { who } };
    },
  },
  'POST /api/ops/second-factor/set-up': {
    action: 'operator.beginFactor',
    isOfSession: true,
    call: async (world) => {
      const { who, session } = await openSession(world);
      return { by: { who, token: session.token } };
    },
  },
  'POST /api/ops/second-factor/confirm': {
    action: 'operator.setUpFactor',
    isOfSession: true,
    call: async (world) => {
      const { who, session } = await openSession(world);
      const secret = await session.beginFactor();
      const code = codeOf(secret, world.app.deps.clock.now());
      return { body: { code }, by: { who, token: session.token } };
    },
  },
  'POST /api/ops/second-factor/check': {
    action: 'operator.checkFactor',
    isOfSession: true,
    call: async (world) => {
      const { who, session } = await openSession(world);
      const { secret } = await session.setUpFactor();
      // A code works only once.
      world.app.deps.clock.advance(60);
      const code = codeOf(secret, world.app.deps.clock.now());
      return { body: { code }, by: { who, token: session.token } };
    },
  },
  'POST /api/ops/me/sessions/{id}/end': {
    action: 'operator.signOut',
    isOfSession: true,
    call: async (world) => {
      const { who, session } = await openSession(world);
      const id = (await session.me()).session?.id ?? '';
      return { params: { id }, by: { who, token: session.token } };
    },
  },
  'POST /api/ops/sign-out': {
    action: 'operator.signOut',
    isOfSession: true,
    call: async (world) => {
      const { who, session } = await openSession(world);
      return { by: { who, token: session.token } };
    },
  },
};

/** Makes a one-time link for a new administrator. */
async function makeLink(world: OperatorWorld, name: string): Promise<string> {
  const { link } = LinkMade.parse(await world.act(`operators/${name}/first-link`));
  if (link === null) throw new Error('the link was made before');
  return link;
}

/** Opens the session of a new administrator, without a second factor. */
export async function openSession(
  world: OperatorWorld,
): Promise<{ who: string; session: OperatorSession }> {
  const who = world.fresh('administrator');
  const { body } = await world.app.call('/api/ops/sign-in/link', {
    method: 'POST',
    body: { link: await makeLink(world, who), give: 'token' },
  });
  const session = new OperatorSession(world.app, SignedIn.parse(body).token ?? 'no token');
  return { who, session };
}

/** Returns the code that the browser of an invited operator passes to the command, and the verifier of the command. */
async function signInCode(
  world: OperatorWorld,
): Promise<{ who: string; code: string; verifier: string }> {
  const who = world.fresh('operator');
  const account = { subject: theAccount };
  await world.act('operators/invite', { name: who, roles: ['support'], account });
  const verifier = randomToken();
  const path = `/api/ops/sign-in/provider?port=50000&challenge=${digest(verifier)}`;
  const begun = await world.app.call(path, { redirect: 'manual' });
  const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? '';
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
  const callback = `/api/ops/sign-in/callback?code=of-the-provider&state=${state}`;
  const ended = await world.app.call(callback, { redirect: 'manual', headers: { cookie } });
  const { searchParams } = new URL(ended.headers.get('location') ?? '');
  return { who, code: searchParams.get('code') ?? '', verifier };
}
