import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { checkAppearances } from './checkAppearances.ts';
import { type Rider, cards } from '../support/rider.ts';
import type { Cabinet, Sandbox } from '../support/sandbox.ts';

/** What a row of the table may need to reach its screen. */
export interface Place {
  page: Page;
  /** Of nobody yet. */
  newPhone(): string;
  sandbox: Sandbox;
  cabinet: Cabinet;
  otherCabinet: Cabinet;
}
export interface World extends Place {
  rider: Rider;
}

interface RowOf<Visitor> {
  name: string;
  /** The route's exact title: English, Simplified Chinese, Spanish. */
  title: [en: string, zh: string, es: string];
  /** Makes the state that the screen shows, and answers its address. */
  address(world: Visitor): Promise<string> | string;
  /** From the address to the screen, where an address alone does not lead there. */
  reach?(place: Place): Promise<void>;
}
export type Row = (RowOf<Place> & { guest: true }) | (RowOf<World> & { guest?: never });

/** A rental that is over and paid; its order. */
export async function returned({ rider, sandbox, cabinet, otherCabinet }: World): Promise<string> {
  await rider.addCard(cards.pays);
  const order = await rider.rent(cabinet.id, 'charging');
  await sandbox.bringBack(cabinet, otherCabinet);
  await rider.waitFor(order.id, 'complete');
  return order.id;
}

/** A rental that is over, with something still to pay; its order. */
export async function unpaid({ rider, sandbox, cabinet, otherCabinet }: World): Promise<string> {
  await rider.addCard(cards.failsLater);
  const order = await rider.rent(cabinet.id, 'charging');
  await sandbox.bringBack(cabinet, otherCabinet);
  await rider.waitFor(order.id, 'unpaid');
  return order.id;
}

/** What a test of a screen is given. */
export interface Given extends Omit<Place, 'newPhone'> {
  supplies: { nextPhone(): string };
  signUp(): Promise<Rider>;
}

/** The screen, in each language and theme, is in order. */
export async function lookAtRow(row: Row, { supplies, signUp, ...given }: Given): Promise<void> {
  test.setTimeout(120_000);
  const { page } = given;
  const place = { ...given, newPhone: () => supplies.nextPhone() };
  const address = await (row.guest
    ? row.address(place)
    : row.address({ ...place, rider: await signUp() }));
  await checkAppearances({
    page,
    name: row.name,
    async open() {
      await page.goto(address);
      await row.reach?.(place);
    },
    async check(_language, index) {
      await expect(page).toHaveTitle(row.title[index] ?? '');
    },
  });
}
