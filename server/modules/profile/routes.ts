import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { CodeAnswer, CodeIssued, User } from '../../../contract/signIn/auth.ts';
import { paths } from '../../../contract/paths.ts';
import {
  EmailChange,
  EmailChanged,
  PhoneChange,
  ProfileChange,
  ProfileOverview,
  RiderData,
} from '../../../contract/profile.ts';
import { Proof, ProofCodeAnswer, ProofCodeRequest } from '../../../contract/signIn/stepUp.ts';
import type { Dependencies } from '../../dependencies.ts';
import { asFile } from '../../http/answers/asFile.ts';
import { callerNetwork } from '../../http/limits/networks.ts';
import { openCodeVault } from '../auth/codes/codeSecret.ts';
import { requireSession, sessionOf } from '../auth/guard.ts';
import { readProof } from '../auth/proof.ts';
import { changeEmail, verifyEmailChange } from './changeEmail.ts';
import { requestPhoneChange, verifyPhoneChange } from './changePhone.ts';
import { changeProfile } from './changeProfile.ts';
import { collectData } from './collectData.ts';
import { deleteAccount } from './deleteAccount.ts';
import { photoRoutes } from './photoRoutes.ts';
import { readOverview } from './readOverview.ts';
import { requestStepUp, verifyStepUp, type Asking } from './stepUp.ts';

const tags = ['profile'];
const security = [{ session: [] }];
const RequestParams = z.object({ requestId: z.uuid() });

/** The routes of the rider's own profile. No route accepts the id of another rider. */
export const profileRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  const vault = await openCodeVault(deps.db, deps.settings);
  app.addHook('onRequest', requireSession(deps));
  await app.register(photoRoutes, { deps });

  app.patch(
    paths.me,
    {
      schema: {
        summary: 'Change the name, the birth date or the language',
        tags,
        security,
        body: ProfileChange,
        response: { 200: User },
      },
    },
    async (request) => changeProfile(deps, sessionOf(request).userId, request.body),
  );

  app.delete(
    paths.me,
    {
      schema: {
        summary: 'Delete the account and everything personal in it',
        tags,
        security,
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      await deleteAccount(deps, sessionOf(request));
      return reply.code(204).send();
    },
  );

  app.get(
    paths.myOverview,
    {
      schema: {
        summary: 'What was spent, and the stations last used',
        tags,
        security,
        response: { 200: ProfileOverview },
      },
    },
    async (request) => readOverview(deps.db, sessionOf(request).userId),
  );

  app.get(
    paths.myData,
    {
      schema: {
        summary: 'All stored data about the rider, as a file',
        tags,
        security,
        response: { 200: RiderData },
      },
    },
    async (request, reply) => {
      const data = await collectData(deps, sessionOf(request).userId);
      asFile(reply, 'my-data.json');
      return data;
    },
  );

  app.post(
    paths.myEmail,
    {
      schema: {
        summary: 'Change the e-mail address, or have a code sent to it first',
        tags,
        security,
        body: EmailChange,
        response: { 200: EmailChanged },
      },
    },
    async (request) =>
      changeEmail(deps, vault, {
        session: sessionOf(request),
        email: request.body.email,
        caller: callerNetwork(request.ip),
      }),
  );

  app.post(
    paths.verifyMyEmail,
    {
      schema: {
        summary: 'Confirm the new e-mail address',
        tags,
        security,
        params: RequestParams,
        body: CodeAnswer,
        response: { 200: User },
      },
    },
    async (request) =>
      verifyEmailChange(deps, vault, {
        session: sessionOf(request),
        requestId: request.params.requestId,
        code: request.body.code,
        caller: callerNetwork(request.ip),
      }),
  );

  app.post(
    paths.myPhone,
    {
      schema: {
        summary: 'Text a code to a new phone',
        tags,
        security,
        body: PhoneChange,
        response: { 201: CodeIssued },
      },
    },
    async (request, reply) => {
      const issued = await requestPhoneChange(deps, vault, {
        session: sessionOf(request),
        phone: request.body.phone,
        caller: callerNetwork(request.ip),
      });
      return reply.code(201).send(issued);
    },
  );

  app.post(
    paths.verifyMyPhone,
    {
      schema: {
        summary: 'Change to the new phone',
        tags,
        security,
        params: RequestParams,
        body: CodeAnswer,
        response: { 200: User },
      },
    },
    async (request) =>
      verifyPhoneChange(deps, vault, {
        session: sessionOf(request),
        requestId: request.params.requestId,
        code: request.body.code,
        caller: callerNetwork(request.ip),
      }),
  );

  app.get(
    paths.myProof,
    {
      schema: {
        summary: 'Whether sensitive changes need a proof, and how to give it',
        tags,
        security,
        response: { 200: Proof },
      },
    },
    async (request) => readProof(deps, deps.db, sessionOf(request)),
  );

  app.post(
    paths.myProofCodes,
    {
      schema: {
        summary: 'Send a code to the current phone or e-mail address, for a proof',
        tags,
        security,
        body: ProofCodeRequest,
        response: { 201: CodeIssued },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await requestStepUp(deps, vault, askingOf(request), request.body)),
  );

  app.post(
    paths.verifyMyProof,
    {
      schema: {
        summary: 'Give the proof',
        tags,
        security,
        params: RequestParams,
        body: ProofCodeAnswer,
        response: { 200: Proof },
      },
    },
    async (request) =>
      verifyStepUp(deps, vault, askingOf(request), { ...request.body, ...request.params }),
  );
};

function askingOf(request: FastifyRequest): Asking {
  return { session: sessionOf(request), caller: callerNetwork(request.ip) };
}
