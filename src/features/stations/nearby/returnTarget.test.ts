import { expect, test } from 'vitest';
import { station } from '../../../testing/rider.ts';
import { returnTarget } from './returnTarget.ts';

const at = (id: string, metres: number, freeSlots = 2, online = true) => ({
  ...station,
  id,
  metres,
  freeSlots,
  online,
});
const open = () => true;

test('the target is the nearest open station with a free slot', () => {
  const stations = [at('FULL', 10, 0), at('OFFLINE', 20, 2, false), at('CLOSED', 30), at('A', 90)];
  const isOpen = ({ id }: { id: string }) => id !== 'CLOSED';
  expect(returnTarget(stations, null, isOpen)?.id).toBe('A');
  expect(returnTarget([at('FULL', 10, 0)], null, open)).toBeNull();
});

test('the target stays until another station is clearly nearer, or until it is full', () => {
  expect(returnTarget([at('A', 120), at('B', 80)], 'A', open)?.id).toBe('A');
  expect(returnTarget([at('A', 140), at('B', 80)], 'A', open)?.id).toBe('B');
  expect(returnTarget([at('A', 120, 0), at('B', 160)], 'A', open)?.id).toBe('B');
});
