import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { compressed, withEtag } from './publicAnswers.ts';
import { ProblemError } from './problem.ts';
import { sendProblem } from './errorHandler.ts';

export interface PageSource {
  distDir: string;
  /** The page for a navigation to `url`, with its first paint in it. */
  render(html: string, request: FastifyRequest): Promise<string>;
}

/** The built page; null where the app is not built. */
export function readPage(distDir: string): string | null {
  const file = path.join(distDir, 'index.html');
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/**
 * Serves the built app: files as they are, the page for navigations. A missing file is a 404 and
 * never the page, or a stale tab would cache HTML in a script's place.
 */
export async function serveApp(
  app: FastifyInstance,
  { distDir, render }: PageSource,
): Promise<void> {
  const html = readPage(distDir);
  if (html !== null) {
    await app.register(fastifyStatic, {
      root: distDir,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders(response, file) {
        response.header('cache-control', cacheControl(path.relative(distDir, file)));
      },
    });
    app.get('/', { schema: { hide: true } }, (request, reply) => sendPage(request, reply));
  }
  app.setNotFoundHandler((request, reply) =>
    isNavigation(request) && html !== null
      ? sendPage(request, reply)
      : sendProblem(request, reply, new ProblemError('notFound')),
  );

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const page = await render(html ?? '', request);
    reply.code(200).header('cache-control', 'no-cache').type('text/html; charset=utf-8');
    const body = withEtag(request, reply, page);
    return reply.send(body === null ? '' : await compressed(request, reply, body));
  }
}

/** A person opens an address of the app, as opposed to a page fetching a file or a call of the API. */
function isNavigation(request: FastifyRequest): boolean {
  const pathname = request.url.split('?', 1)[0] ?? '';
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    (request.headers.accept ?? '').includes('text/html') &&
    !/^\/(api|gbfs|sandbox|assets)(\/|$)/.test(pathname) &&
    !/\.[a-z\d]+$/i.test(pathname)
  );
}

function cacheControl(file: string): string {
  // Hashed names: another content has another name.
  if (file.startsWith(`assets${path.sep}`)) return 'public, max-age=31536000, immutable';
  if (file.startsWith(`icons${path.sep}`)) return 'public, max-age=86400';
  return 'no-cache';
}
