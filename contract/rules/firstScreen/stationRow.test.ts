import { expect, test } from 'vitest';
import { createHtml } from './html.ts';
import { slotMeter } from './stationRow.ts';

test('the drawn slots have a class of their own for a rider who returns a charger', () => {
  const slots = { chargers: 2, freeSlots: 1 };
  expect(slotMeter(createHtml, slots).html).toContain('class="st-meter"');
  expect(slotMeter(createHtml, slots, 'return').html).toContain('class="st-meter to-return"');
});
