import { expect, test } from 'vitest';
import { ReceivingBodies } from './receivingBodies.ts';

test('above the limit, the body that has been open for the longest time is cut off', () => {
  const bodies = new ReceivingBodies(2);
  const cut: string[] = [];
  const add = (name: string) => bodies.add({ destroy: () => cut.push(name) });
  add('slow');
  const end = add('quick');
  add('next');
  expect(cut).toEqual(['slow']);
  end();
  add('last');
  expect(cut).toEqual(['slow']);
});
