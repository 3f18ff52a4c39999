import { expect, test } from 'vitest';
import { MovableClock } from '../../time/clock.ts';
import { cacheValue } from './cachedValue.ts';

/** A cached value. The test decides when each creation of the value ends. */
function controlled() {
  const clock = new MovableClock();
  const begun: { resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const read = cacheValue(
    clock,
    () => 30_000,
    () => new Promise<string>((resolve, reject) => begun.push({ resolve, reject })),
  );
  return { clock, begun, read };
}

test('concurrent calls create the value once, however long the creation takes', async () => {
  const { clock, begun, read } = controlled();
  const first = read();
  clock.advance(120);
  const second = read();
  expect(begun).toHaveLength(1);
  begun[0]?.resolve('one');
  expect(await Promise.all([first, second])).toEqual(['one', 'one']);
});

test('the age of a value counts from the end of its creation, and the old value is returned until the next is ready', async () => {
  const { clock, begun, read } = controlled();
  const first = read();
  clock.advance(120);
  begun[0]?.resolve('one');
  await first;
  clock.advance(29);
  expect(await read()).toBe('one');
  expect(begun).toHaveLength(1);

  clock.advance(2);
  const next = read();
  expect(await read()).toBe('one');
  clock.advance(60);
  expect(await read()).toBe('one');
  expect(begun).toHaveLength(2);
  begun[1]?.resolve('two');
  expect(await next).toBe('two');
  expect(await read()).toBe('two');
});

test('a failed creation is tried again', async () => {
  const { begun, read } = controlled();
  const first = read();
  begun[0]?.reject(new Error('no'));
  await expect(first).rejects.toThrow('no');
  const second = read();
  begun[1]?.resolve('two');
  expect(await second).toBe('two');
});
