import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { workerSwitchPath } from '../../../contract/paths.ts';
import type { WorkerSwitch } from '../../../contract/rules/app/workerSwitch.ts';
import { type BuiltFile, readBuiltFile, sendBuiltFile } from './builtFile.ts';
import { RecentPages, type PaintedPage } from './recentPages.ts';
import { compressed, withEtag } from '../answers/publicAnswers.ts';
import { ProblemError } from '../problem.ts';
import { sendProblem } from '../errorHandler.ts';
import { endingWorker } from './workerSwitch.ts';

/**
 * The files with the same name in every build: the page and the service worker. The server reads
 * them at its start, and serves a later build only after its next start. The page of a later build
 * would not run with this build's content security policy, and a service worker would cache that
 * page.
 */
export interface Build {
  readonly page: BuiltFile;
  readonly worker: BuiltFile | null;
}

export interface PageSource {
  distDir: string;
  /** Null if the app is not built. */
  build: Build | null;
  /** Contains the hashed files of builds that are not in `distDir` any more. */
  storedFilesDir: string;
  /** `off` removes the service worker of every visitor. */
  serviceWorker: 'on' | 'off';
  /** Identifies the headers that a page is cached with. */
  pageHeaders(): string;
  /** The page for a navigation to `url`, with its first screen. */
  render(html: string, request: FastifyRequest): Promise<string>;
  /** Requests with the same key get the same page from `render`. */
  pageKey(request: FastifyRequest): string;
  now(): Date;
  /** Calls the listener when the data of the pages has changed. */
  onChange(listener: () => void): void;
}

export function readBuild(distDir: string): Build | null {
  const read = (name: string, type: string) =>
    readBuiltFile(path.join(distDir, name), `text/${type}; charset=utf-8`);
  const page = read('index.html', 'html');
  return page && { page, worker: read('sw.js', 'javascript') };
}

/**
 * Serves the built app: its files, and the page for navigations. A missing file is answered with
 * 404 and never with the page, because an old tab would cache the HTML as a script.
 *
 * No answer preloads a script, neither by a header nor by an early hint. The page paints without
 * scripts, and its own bytes need the whole bandwidth until then. The same is true for the font.
 */
export async function serveApp(
  app: FastifyInstance,
  {
    distDir,
    build,
    storedFilesDir,
    serviceWorker,
    pageHeaders,
    render,
    pageKey,
    now,
    onChange,
  }: PageSource,
): Promise<void> {
  const html = build?.page.body.toString('utf8') ?? '';
  const pages = new RecentPages(now);
  // An app that starts with an old page would show its counts until the next change.
  onChange(() => pages.clear());
  const isOff = serviceWorker === 'off';
  app.get(workerSwitchPath, { schema: { hide: true } }, (_request, reply) => {
    const answer: WorkerSwitch = { off: isOff };
    return reply.header('cache-control', 'no-store').send(answer);
  });
  const worker = isOff ? endingWorker : build?.worker;
  if (worker) serve('/sw.js', worker);
  if (build !== null) {
    serve('/index.html', build.page);
    await app.register(fastifyStatic, {
      root: [distDir, storedFilesDir],
      suppressWarning: true,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders(response, file) {
        const root = file.startsWith(distDir + path.sep) ? distDir : storedFilesDir;
        const name = path.relative(root, file);
        response.header('cache-control', cacheControl(name));
        // Link previews on other sites show these pictures.
        if (isIcon(name)) response.header('cross-origin-resource-policy', 'cross-origin');
      },
    });
    app.get('/', { schema: { hide: true } }, (request, reply) =>
      sendPage(build.page, request, reply),
    );
  }
  app.setNotFoundHandler((request, reply) =>
    isNavigation(request) && build !== null
      ? sendPage(build.page, request, reply)
      : sendProblem(request, reply, new ProblemError('notFound')),
  );

  function serve(address: string, file: BuiltFile): void {
    app.get(address, { schema: { hide: true } }, (request, reply) =>
      sendBuiltFile(request, reply, file, pageHeaders()),
    );
  }

  /** Null if too many pages wait to be painted. The app then starts from the page as it was built. */
  function paintedPage(request: FastifyRequest): Promise<PaintedPage | null> {
    return pages
      .read(pageKey(request), () => render(html, request))
      .catch((error: unknown) => {
        if (error instanceof ProblemError && error.code === 'unavailable') return null;
        throw error;
      });
  }

  async function sendPage(
    source: BuiltFile,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const page = await paintedPage(request);
    if (page === null) return sendBuiltFile(request, reply, source, pageHeaders());
    const { text, encoded } = page;
    reply.code(200).header('cache-control', 'no-cache').type('text/html; charset=utf-8');
    // The page is painted in the requested language, and has metadata for link previews and
    // crawlers.
    reply.header('vary', 'accept-language, sec-fetch-mode');
    const body = withEtag(request, reply, text, pageHeaders());
    return reply.send(body === null ? '' : await compressed(request, reply, body, encoded));
  }
}

/** Whether the request opens a page of the app, and is not for a file or the API. */
function isNavigation(request: FastifyRequest): boolean {
  const pathname = request.url.split('?', 1)[0] ?? '';
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    takesPages(request.headers.accept) &&
    !/^\/(api|gbfs|sandbox|assets)(\/|$)/.test(pathname) &&
    !/\.[a-z\d]+$/i.test(pathname)
  );
}

/** Crawlers, link previews and uptime checks accept anything, or do not say what they accept. */
function takesPages(accept = '*/*'): boolean {
  return accept.split(',').some((range) => /^\s*(text\/html|\*\/\*)/.test(range));
}

function cacheControl(file: string): string {
  // The names contain a hash of the content, so these files never change.
  if (file.startsWith(`assets${path.sep}`)) return 'public, max-age=31536000, immutable';
  if (isIcon(file)) return 'public, max-age=86400';
  return 'no-cache';
}

function isIcon(file: string): boolean {
  return file.startsWith(`icons${path.sep}`);
}
