import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import type { Product } from './product.ts';

/**
 * Acts as an operator, with the key that the server wrote to its file. Returns the JSON body of the
 * answer.
 */
export async function operate(product: Product, path: string, body: object): Promise<unknown> {
  const key = await readFile(join(product.dataDir, 'keys', 'operator-key'), 'utf8');
  const response = await fetch(product.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key.trim()}`,
      'x-operator': 'ada',
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  expect(response.ok, path).toBe(true);
  return response.json();
}
