import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { checkAppearances } from './checkAppearances.ts';
import { type Rider, cards } from '../support/rider.ts';
import { type ScreenPath, pageOf, titles } from './screenPaths.ts';
import type { Cabinet, Sandbox } from '../support/sandbox.ts';

/** The fixtures that a row may need to open its screen. */
export interface ScreenContext {
  page: Page;
  /** Returns a phone number without an account. */
  newPhone(): string;
  sandbox: Sandbox;
  cabinet: Cabinet;
  otherCabinet: Cabinet;
}
export interface World extends ScreenContext {
  rider: Rider;
}

interface RowOf<Visitor> {
  name: string;
  /** The path of the page that shows the screen. */
  route: ScreenPath;
  /** Prepares the data of the screen. Returns the address of the screen. */
  address(world: Visitor): Promise<string> | string;
  /** The API path that answers with 403 before the screen appears. This error is expected. */
  refuses?: string;
  /** Undoes what would disturb the next screens, such as a paused station. */
  restore?(world: Visitor): Promise<void>;
  /** Performs the steps from the address to the screen, if opening the address is not enough. */
  reach?(context: ScreenContext): Promise<void>;
}
export type Row = (RowOf<ScreenContext> & { guest: true }) | (RowOf<World> & { guest?: never });

/** Creates a finished and paid rental. Returns the id of its order. */
export async function returned({
  rider,
  sandbox,
  cabinet,
  otherCabinet,
}: Omit<World, 'page' | 'newPhone'>): Promise<string> {
  await rider.addCard(cards.pays);
  const order = await rider.rent(cabinet.id, 'charging');
  await sandbox.bringBack(cabinet, otherCabinet);
  await rider.waitFor(order.id, 'complete');
  return order.id;
}

/** Creates a finished rental that is unpaid. Returns the id of its order. */
export async function unpaid({ rider, sandbox, cabinet, otherCabinet }: World): Promise<string> {
  await rider.addCard(cards.failsLater);
  const order = await rider.rent(cabinet.id, 'charging');
  await sandbox.bringBack(cabinet, otherCabinet);
  await rider.waitFor(order.id, 'unpaid');
  return order.id;
}

/** The fixtures for the test of a screen. */
export interface Given extends Omit<ScreenContext, 'newPhone'> {
  supplies: { nextPhone(): string };
  signUp(): Promise<Rider>;
}

/**
 * Returns the title of a row's test. `npm test` checks the first row of each page, and `npm run test:all` checks every
 * row.
 */
export function testTitle(row: Row, rows: readonly Row[]): string {
  const first = rows.find(({ route }) => route === row.route);
  return row === first ? row.name : `${row.name} @all`;
}

/** Checks the screen, see `checkAppearances`. */
export async function checkRow(row: Row, { supplies, signUp, ...given }: Given): Promise<void> {
  test.setTimeout(120_000);
  const context = { ...given, newPhone: () => supplies.nextPhone() };
  if (row.guest) return checkScreen(row, context, context);
  return checkScreen(row, { ...context, rider: await signUp() }, context);
}

async function checkScreen<Visitor>(row: RowOf<Visitor>, visitor: Visitor, context: ScreenContext) {
  const { page } = context;
  try {
    const address = await row.address(visitor);
    await checkAppearances({
      page,
      name: row.name,
      refuses: row.refuses,
      async open() {
        await page.goto(address);
        await row.reach?.(context);
      },
      async check(_language, index) {
        await expect(page).toHaveTitle(titles[row.route][index] ?? '');
        expect(pageOf(page.url())).toBe(row.route);
      },
    });
  } finally {
    await row.restore?.(visitor);
  }
}
