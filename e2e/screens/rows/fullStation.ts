import { randomUUID } from 'node:crypto';
import { fillPath, paths } from '../../../contract/paths.ts';
import { Reservation } from '../../../contract/reservations.ts';
import { expect } from '../../support/fixtures.ts';
import { operate } from '../../support/operator.ts';
import { cards, expectOk } from '../../support/rider.ts';
import type { Row, World } from '../screens.ts';

const why = 'a check of the screens';

async function pauseStation({ rider, cabinet }: World): Promise<void> {
  await operate(rider.product, `/api/ops/stations/${cabinet.id}/pause`, { why });
}

async function resumeStation({ rider, cabinet }: World): Promise<void> {
  await operate(rider.product, `/api/ops/stations/${cabinet.id}/resume`, { why });
}

/**
 * Rents a charger, and reserves a free slot at the first cabinet. Returns the ids of the order and of the reservation.
 */
async function reserveSlot({ rider, cabinet, otherCabinet }: World) {
  await rider.addCard(cards.pays);
  const { id } = await rider.rent(otherCabinet.id, 'charging');
  const body = { kind: 'slot', stationId: cabinet.id };
  const answer = await rider.call('POST', paths.reservations, body, randomUUID());
  return { id, reservationId: Reservation.parse(expectOk(answer)).id };
}

/** Pauses a rental after a power cut at the cabinet of the reserved slot. */
async function stopClock(world: World): Promise<void> {
  const { rider, sandbox, cabinet } = world;
  const { id, reservationId } = await reserveSlot(world);
  await sandbox.knobs(cabinet.id, { powerCut: true });
  await expect
    .poll(async () => (await rider.station(cabinet.id)).online, { timeout: 60_000 })
    .toBe(false);
  const path = fillPath(paths.pause, { id });
  expectOk(await rider.call('POST', path, { reservationId }, randomUUID()));
}

/**
 * The screens of a paused station, of a reserved slot and of a paused rental. These screens are not checked offline,
 * because they need an operator or a power cut, which changes the station.
 */
export const fullStationRows: Row[] = [
  {
    name: 'station that lends no chargers',
    route: '/home',
    async address(world) {
      await pauseStation(world);
      return `/home?equip_id=${world.cabinet.id}`;
    },
    async reach({ page }) {
      await page.locator('main a[href*="equip_id"]').first().waitFor();
    },
    restore: resumeStation,
  },
  {
    name: 'unlock at a station that lends no chargers',
    route: '/payment/unlockChanger',
    async address(world) {
      await world.rider.addCard(cards.pays);
      await pauseStation(world);
      return `/payment/unlockChanger?equip_id=${world.cabinet.id}`;
    },
    async reach({ page }) {
      await page.locator('main a[href*="equip_id"]').first().waitFor();
    },
    restore: resumeStation,
  },
  {
    name: 'station with a reserved slot',
    route: '/home',
    async address(world) {
      await reserveSlot(world);
      return `/home?equip_id=${world.cabinet.id}`;
    },
    async reach({ page }) {
      await page.locator('#full-station-reason').waitFor();
    },
  },
  {
    name: 'home with a reserved slot',
    route: '/home',
    async address(world) {
      await reserveSlot(world);
      return '/home';
    },
    async reach({ page }) {
      await page.locator('#full-station-reason').waitFor();
    },
  },
  {
    name: 'home with a stopped clock',
    route: '/home',
    async address(world) {
      await stopClock(world);
      return '/home';
    },
    async reach({ page }) {
      await page.locator('main p[tabindex="-1"]').waitFor();
    },
  },
  {
    name: 'full station with a stopped clock',
    route: '/home',
    async address(world) {
      await stopClock(world);
      return `/home?equip_id=${world.cabinet.id}`;
    },
    async reach({ page }) {
      await page.locator('main p[tabindex="-1"]').waitFor();
    },
  },
];
