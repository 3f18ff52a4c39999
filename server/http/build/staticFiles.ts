import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { workerSwitchPath } from '../../../contract/paths.ts';
import type { WorkerSwitch } from '../../../contract/rules/app/workerSwitch.ts';
import { type BuiltFile, readBuiltFile, sendBuiltFile } from './builtFile.ts';
import { RecentPages, type PaintedPage } from './recentPages.ts';
import { compressed, withEtag } from '../answers/publicAnswers.ts';
import { ProblemError } from '../problem.ts';
import { callBounds } from '../limits/callBounds.ts';
import { sendProblem } from '../errorHandler.ts';
import { endingWorker } from './workerSwitch.ts';

/**
 * The page and the service worker, which have the same names in every build. The server reads them at its start, and
 * serves the files of a later build only after its next start. Otherwise a service worker could cache the page of the
 * later build, which does not run with the content security policy of this build.
 */
export interface Build {
  readonly page: BuiltFile;
  readonly worker: BuiltFile | null;
}

export interface PageSource {
  distDir: string;
  /** The build; null if the app is not built. */
  build: Build | null;
  /** The folder with the hashed files of the last builds, also of builds that are not in `distDir` any more. */
  storedFilesDir: string;
  /** `off` removes the service worker of every visitor. */
  serviceWorker: 'on' | 'off';
  /** Returns a text that identifies the security headers of a page, which a browser caches with the page. */
  pageHeaders(): string;
  shell: {
    /** The page for a navigation, with its first screen. */
    render(html: string, request: FastifyRequest): Promise<string>;
    /** Requests with the same key get the same page from `render`. */
    keyOf(request: FastifyRequest): string;
  };
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
 * Serves the built app: its files, and the page for navigations. If a file is missing, the answer
 * is a 404 and never the page. Otherwise an old tab would cache the HTML as a script.
 *
 * No answer preloads a script or the font, neither by a header nor by an early hint. The page
 * paints without these files. Until the page has painted, the HTML needs the whole bandwidth.
 */
export async function serveApp(
  app: FastifyInstance,
  { distDir, build, storedFilesDir, serviceWorker, pageHeaders, shell, now, onChange }: PageSource,
): Promise<void> {
  const html = build?.page.body.toString('utf8') ?? '';
  const pages = new RecentPages(now);
  // Old pages are deleted. Otherwise an app that starts with an old page would show the old counts
  // until the next change.
  onChange(() => pages.clear());
  const isOff = serviceWorker === 'off';
  app.get(workerSwitchPath, fileRoute, (_request, reply) => {
    const answer: WorkerSwitch = { off: isOff };
    return reply.header('cache-control', 'no-store').send(answer);
  });
  const worker = isOff ? endingWorker : build?.worker;
  if (worker) serve('/sw.js', worker);
  if (build !== null) {
    serve('/index.html', build.page);
    await app.register(async (files) => {
      files.addHook('onRoute', (route) => {
        route.config = fileRoute.config;
      });
      // The name of each file contains a dot. Other names are not searched for, because the search would read folders.
      files.addHook('preHandler', async (request, reply) =>
        pathOf(request).includes('.') ? undefined : answerOther(build, request, reply),
      );
      await files.register(fastifyStatic, {
        root: [distDir, storedFilesDir],
        suppressWarning: true,
        index: false,
        preCompressed: true,
        cacheControl: false,
        setHeaders(response, file) {
          const root = file.startsWith(distDir + path.sep) ? distDir : storedFilesDir;
          const name = path.relative(root, file);
          response.header('cache-control', cacheControl(name));
          // Other sites may load the icons, because they show them in link previews.
          if (isIcon(name)) response.header('cross-origin-resource-policy', 'cross-origin');
        },
      });
    });
    app.get('/', fileRoute, (request, reply) => sendPage(build.page, request, reply));
  }
  app.setNotFoundHandler((request, reply) => answerOther(build, request, reply));

  /** Responds to an address that is not a file, with a page of the app or with `notFound`. */
  async function answerOther(
    from: Build | null,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    return isNavigation(request) && from !== null
      ? sendPage(from.page, request, reply)
      : sendProblem(request, reply, new ProblemError('notFound'));
  }

  function serve(address: string, file: BuiltFile): void {
    app.get(address, fileRoute, (request, reply) =>
      sendBuiltFile(request, reply, file, pageHeaders()),
    );
  }

  /**
   * Returns the page; null if the limits of `callBounds.painting` refuse to paint it. The answer is then the page from
   * the build, without stations.
   */
  function paintedPage(request: FastifyRequest): Promise<PaintedPage> | null {
    const key = shell.keyOf(request);
    const recent = pages.recent(key);
    if (recent) return recent;
    const begun = app.beginWork(request, callBounds.painting);
    if (typeof begun !== 'function') return null;
    return pages.add(key, shell.render(html, request).finally(begun));
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
    // The page is painted in the requested language. `sec-fetch-mode` shows whether a browser asks: for link previews
    // and crawlers, the page always has metadata.
    reply.header('vary', 'accept-language, sec-fetch-mode');
    const body = withEtag(request, reply, text, pageHeaders());
    return reply.send(body === null ? '' : await compressed(request, reply, body, encoded));
  }
}

const fileRoute = { config: { bound: callBounds.file }, schema: { hide: true } };

/** Whether the request opens a page of the app, and not a file or the API. */
function isNavigation(request: FastifyRequest): boolean {
  const pathname = pathOf(request);
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    takesPages(request.headers.accept) &&
    !/^\/(api|gbfs|ops|sandbox|assets)(\/|$)/.test(pathname) &&
    !/\.[a-z\d]+$/i.test(pathname)
  );
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '';
}

/** Crawlers, link previews and uptime checks accept any type, or send no `Accept` header. */
function takesPages(accept = '*/*'): boolean {
  return accept.split(',').some((range) => /^\s*(text\/html|\*\/\*)/.test(range));
}

function cacheControl(file: string): string {
  // These files never change, because their names contain a hash of the content.
  if (file.startsWith(`assets${path.sep}`)) return 'public, max-age=31536000, immutable';
  if (isIcon(file)) return 'public, max-age=86400';
  return 'no-cache';
}

function isIcon(file: string): boolean {
  return file.startsWith(`icons${path.sep}`);
}
