import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  Campaign,
  CampaignClaim,
  CampaignPlace,
  Campaigns,
  ClaimCampaign,
} from '../../../contract/campaigns.ts';
import { paths } from '../../../contract/paths.ts';
import type { Dependencies } from '../../dependencies.ts';
import { publicForGuests } from '../../http/answers/publicAnswers.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { admitSession, requireSession, sessionOf } from '../auth/guard.ts';
import type { LastEntryDays } from './claimant.ts';
import { claimCampaign } from './claimCampaign.ts';
import { listCampaigns, readCampaign, type Timely } from './readCampaigns.ts';

const tags = ['campaigns'];
/** The schema accepts every text as type, so that an invalid type gets the same answer as an unknown type. */
const Params = z.object({ type: z.string() });

interface Options {
  deps: Dependencies;
  /** The raffle module supplies this function. It is necessary here, because raffles are also campaigns. */
  lastEntryDays: LastEntryDays;
}

/** Campaigns are public. Signed-in riders also see which campaigns they can claim. */
export const campaignRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { deps: basic, lastEntryDays },
) => {
  const deps = { ...basic, lastEntryDays };
  const open = [{}, { session: [] }];

  app.get(
    paths.campaigns,
    {
      config: { bound: callBounds.campaign },
      onRequest: admitSession(deps),
      schema: {
        summary: 'The running campaigns, the one to be shown first at the front',
        tags,
        security: open,
        querystring: CampaignPlace,
        response: { 200: Campaigns },
      },
    },
    async (request, reply) => {
      const viewer = viewerOf(request, request.query);
      return withCaching(request, reply, await listCampaigns(deps, viewer), viewer);
    },
  );

  app.get(
    paths.campaign,
    {
      config: { bound: callBounds.campaign },
      onRequest: admitSession(deps),
      schema: {
        summary: 'A campaign, also before its start and after its end',
        tags,
        security: open,
        params: Params,
        querystring: CampaignPlace,
        response: { 200: Campaign },
      },
    },
    async (request, reply) => {
      const viewer = viewerOf(request, request.query);
      const found = await readCampaign(deps, viewer, request.params.type);
      return withCaching(request, reply, found, viewer);
    },
  );

  app.post(
    paths.campaignClaims,
    {
      onRequest: requireSession(deps),
      schema: {
        summary: 'Claim what a campaign offers (Idempotency-Key)',
        tags,
        security: [{ session: [] }],
        params: Params,
        body: ClaimCampaign,
        response: { 201: CampaignClaim },
      },
    },
    async (request, reply) => {
      const { userId } = sessionOf(request);
      const claim = await claimCampaign(deps, request, userId, request.params.type, request.body);
      return reply.code(201).send(claim);
    },
  );

  /** Allows caches to store an answer to guests, unless the answer depends on a position. */
  function withCaching<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    { value, until }: Timely<T>,
    { near }: ReturnType<typeof viewerOf>,
  ): T {
    if (near === null) publicForGuests(request, reply, deps.clock.now(), until);
    return value;
  }
};

function viewerOf({ session }: FastifyRequest, { lat, lng }: z.infer<typeof CampaignPlace>) {
  const near = lat === undefined || lng === undefined ? null : { lat, lng };
  return { userId: session?.userId ?? null, near };
}
