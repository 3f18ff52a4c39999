import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { maxClaimPhotoBytes } from '../../../contract/rules/app/claimPhoto.ts';
import { paths } from '../../../contract/paths.ts';
import type { Dependencies } from '../../dependencies.ts';
import { transact } from '../../db/unitOfWork.ts';
import { countCall } from '../../http/limits/rateLimit.ts';
import { ProblemError } from '../../http/problem.ts';
import { sessionOf } from '../auth/guard.ts';
import { lockUserAgainstDeletion } from '../auth/users.ts';
import { wholePhoto } from '../photos/wholePhoto.ts';
import { lastClaim, storeClaimPhoto } from '../rentalRecords/claims.ts';

const photos = { name: 'claim-photo:rider', limit: 20, windowSeconds: 60 * 60 };
/** This schema is only for the description of the API, because the decoder checks the bytes. */
const PhotoBytes = z.unknown().meta({ type: 'string', format: 'binary' });

/**
 * This route has a separate Fastify scope, because it is the only route of orders that accepts a
 * large binary body.
 */
export const claimPhotoRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.put(
    paths.claimPhoto,
    {
      config: { guests: true },
      bodyLimit: maxClaimPhotoBytes,
      // This hook runs before the server reads the body.
      onRequest: async (request) =>
        countCall(deps.db, photos, sessionOf(request).userId, deps.clock.now()),
      schema: {
        summary: 'Add a photo to the last claim about an order: the bytes of a JPEG, PNG or WebP',
        tags: ['orders'],
        security: [{ session: [] }],
        params: z.object({ id: z.uuid() }),
        consumes: ['image/jpeg', 'image/png', 'image/webp'],
        body: PhotoBytes,
        response: { 200: z.object({ saved: z.literal(true) }) },
      },
    },
    async (request) => {
      const { userId } = sessionOf(request);
      const claim = await lastClaim(deps.db, userId, request.params.id);
      if (!claim) throw new ProblemError('orderNotFound');
      if (!Buffer.isBuffer(request.body)) throw new ProblemError('imageInvalid');
      const photo = { webp: await wholePhoto(request.body), created_at: deps.clock.now() };
      await transact(deps, async ({ trx }) => {
        await lockUserAgainstDeletion(trx, userId);
        await storeClaimPhoto(trx, claim.id, photo);
      });
      return { saved: true as const };
    },
  );
};
