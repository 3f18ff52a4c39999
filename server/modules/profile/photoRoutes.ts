import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { User } from '../../../contract/signIn/auth.ts';
import { paths } from '../../../contract/paths.ts';
import { maxPhotoBytes } from '../../../contract/profile.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import { isKnown } from '../../http/answers/publicAnswers.ts';
import { sessionOf } from '../auth/guard.ts';
import { countPhoto, readPhoto, removePhoto, savePhoto } from './photos.ts';

const tags = ['profile'];
const security = [{ session: [] }];
/** This schema only describes the API. It checks nothing, because the decoder checks the bytes. */
const PhotoBytes = z.unknown().meta({ type: 'string', format: 'binary' });

/**
 * The routes have a separate Fastify scope, because they accept binary and large bodies, which most other routes
 * must refuse.
 */
export const photoRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (app, { deps }) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.put(
    paths.myPhoto,
    {
      bodyLimit: maxPhotoBytes,
      // This hook runs before the server reads the body.
      onRequest: async (request) => countPhoto(deps, sessionOf(request).userId),
      schema: {
        summary: 'Save a photo: the bytes of a JPEG, PNG or WebP picture as the body',
        tags,
        security,
        consumes: ['image/jpeg', 'image/png', 'image/webp'],
        body: PhotoBytes,
        response: { 200: User },
      },
    },
    async (request) => {
      if (!Buffer.isBuffer(request.body)) throw new ProblemError('imageInvalid');
      return savePhoto(deps, sessionOf(request).userId, request.body);
    },
  );

  app.get(
    paths.myPhoto,
    { schema: { summary: 'The photo, a square WebP picture', tags, security } },
    async (request, reply) => {
      const { webp, version } = await readPhoto(deps.db, sessionOf(request).userId);
      reply.header('cache-control', 'private, no-cache').header('vary', 'authorization');
      if (isKnown(request, reply, `"${version}"`)) return reply.send();
      return reply.type('image/webp').send(webp);
    },
  );

  app.delete(
    paths.myPhoto,
    { schema: { summary: 'Remove the photo', tags, security, response: { 200: User } } },
    async (request) => removePhoto(deps.db, sessionOf(request).userId),
  );
};
