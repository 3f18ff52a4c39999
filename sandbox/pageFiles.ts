import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/**
 * Serves files from the folder `pages/`, and the font of these pages. The files are read once, at
 * the start.
 */
export function servePageFiles(app: FastifyInstance, prefix: string, names: string[]): void {
  for (const name of names) {
    const body = readPageFile(name);
    const type = types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    app.get(`${prefix}/${name}`, { schema: { hide: true } }, async (_request, reply) =>
      reply.type(type).header('cache-control', 'no-cache').send(body),
    );
  }
  const font = readFileSync(
    fileURLToPath(
      import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
    ),
  );
  app.get(`${prefix}/figtree.woff2`, { schema: { hide: true } }, async (_request, reply) =>
    reply.type('font/woff2').header('cache-control', 'public, max-age=86400').send(font),
  );
}

export function readPageFile(name: string): string {
  return readFileSync(new URL(`pages/${name}`, import.meta.url), 'utf8');
}
