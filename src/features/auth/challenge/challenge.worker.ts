/// <reference lib="webworker" />

import { startsWithZeros } from './startsWithZeros.ts';

/**
 * The number of hashes that the worker requests together. One request after the other would be slower, because each
 * hash is an asynchronous task.
 */
const batch = 256;

/**
 * Solves a challenge. Returns the challenge and a number, with a colon between them. See
 * `Problem.challenge` of the contract.
 */
async function solve(challenge: string): Promise<string> {
  const bits = Number(challenge.split('.', 1)[0]);
  const encoder = new TextEncoder();
  for (let first = 0; ; first += batch) {
    const solutions = Array.from({ length: batch }, (_, i) => `${challenge}:${first + i}`);
    const hashes = await Promise.all(
      solutions.map((text) => crypto.subtle.digest('SHA-256', encoder.encode(text))),
    );
    const found = hashes.findIndex((hash) => startsWithZeros(new Uint8Array(hash), bits));
    const solution = solutions[found];
    if (solution !== undefined) return solution;
  }
}

addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (typeof data !== 'string') return;
  // On a page without HTTPS, browsers offer no SHA-256, and `solve` fails.
  void solve(data)
    .catch(() => null)
    .then((solution) => postMessage(solution));
});
