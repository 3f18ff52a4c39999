/// <reference lib="webworker" />

import { startsWithZeros } from './startsWithZeros.ts';

/**
 * The number of hashes that the worker requests together, because each hash is a separate asynchronous task.
 */
const batch = 256;

/** Finds the number that solves a challenge; see `Problem.challenge` of the contract. */
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
