import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installErrorHandler } from '../errorHandler.ts';
import { ProblemError } from '../problem.ts';
import { installSecurityHeaders } from './securityHeaders.ts';

const app = fastify();

beforeAll(async () => {
  installErrorHandler(app);
  installSecurityHeaders(app, {
    payments: () => ({
      frames: ['https://pay.example'],
      scripts: ['https://js.example', 'https://*.js.example'],
      connects: [],
    }),
    baseMap: { kind: 'none' },
    overlays: [],
    photos: [],
    isHttps: true,
    html: '<script>go()</script>',
  });
  app.get('/of', (request, reply) => {
    const { type } = Object(request.query);
    if (typeof type === 'string') reply.type(type);
    return reply.send('{}');
  });
  app.get('/json', () => ({ ok: true }));
  app.get('/broken', () => {
    throw new Error('broken');
  });
  app.get('/unavailable', () => {
    throw new ProblemError('unavailable', { retryAfter: 1 });
  });
  app.get('/known', (_request, reply) => reply.code(304).type('text/html').send(''));
  await app.ready();
});
afterAll(() => app.close());

async function headersOf(type: string) {
  const { headers } = await app.inject(`/of?type=${encodeURIComponent(type)}`);
  return headers;
}

describe('content that a browser may run or render as a page has the full policy', () => {
  // A worker has the policy of the answer that contains its script, and not the policy of the page.
  test.each([
    'text/html; charset=utf-8',
    'text/javascript; charset=utf-8',
    'image/svg+xml',
    'application/pdf',
    'text/plain',
  ])('content of the type %s', async (type) => {
    const headers = await headersOf(type);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self' 'sha256-[^;]*https:\/\/js\.example/);
    expect(policy).toContain('frame-src https://pay.example');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    });
    expect(headers['permissions-policy']).toContain('payment=(self "https://js.example")');
  });
});

describe('data has a short policy', () => {
  test.each([
    'application/json; charset=utf-8',
    'application/problem+json',
    'application/manifest+json',
    'text/css',
    'font/woff2',
    'image/png',
  ])('data of the type %s', async (type) => {
    const headers = await headersOf(type);
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['permissions-policy']).toContain('payment=()');
  });

  test.each([
    ['/broken', 500],
    ['/unavailable', 503],
  ])('the error of %s has the short policy', async (url, status) => {
    const { headers, statusCode } = await app.inject(url);
    expect(statusCode).toBe(status);
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'strict-transport-security': expect.stringContaining('max-age=31536000'),
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  test('an answer has the short policy if no handler set its type', async () => {
    const { headers } = await app.inject('/json');
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
  });
});

test('a 304 does not send the headers again', async () => {
  const { headers } = await app.inject('/known');
  expect(headers['content-security-policy']).toBeUndefined();
  expect(headers['permissions-policy']).toBeUndefined();
});
