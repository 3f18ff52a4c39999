import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Language } from '../../contract/config.ts';
import { html } from '../html.ts';

/** The origin that embeds a page, and the language and theme of the page. */
export const Appearance = z.object({
  origin: z.string().optional(),
  language: Language.catch('en'),
  theme: z.enum(['light', 'black']).optional().catch(undefined),
});

/**
 * Returns whether a page of this origin sent the request. Other sites must not post to the issuer.
 */
export function isOwnPage(request: FastifyRequest): boolean {
  const { origin } = request.headers;
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === request.host;
}

export function page(reply: FastifyReply, body: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(`<!doctype html>\n${body}`);
}

/** Returns the start of a page's HTML, up to the scripts. */
export function opening(head: {
  origin: string;
  language: Language;
  theme: string | undefined;
  title: string;
  style: string;
  data?: string;
}): string {
  const theme = head.theme ? ` data-theme="${head.theme}"` : '';
  return (
    html`<html lang="${head.language}" data-app-origin="${head.origin}"` +
    `${theme} ${head.data ?? ''}>` +
    html`<head>
      <meta charset="utf-8" />
      <title>${head.title}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href="/tokens.css" />
      <link rel="stylesheet" href="/${head.style}" />
     `
  );
}
