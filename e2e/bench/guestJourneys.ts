import type { Page } from 'playwright/test';
import type { Cabinet, Sandbox } from '../support/sandbox.ts';
import { cards } from '../support/rider.ts';
import { main } from '../support/steps.ts';
import type { SimulatedUser } from './simulatedUser.ts';

/** Journeys of a guest and of a first rental. riderJourneys.ts has the later journeys. */

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const rows = (page: Page) => page.locator('.st-row');
/**
 * The map of the app. The map of the first screen does not have this name. When the map of the app is visible, the app
 * has replaced the elements of the first screen.
 */
const map = (page: Page) => page.getByRole('region', { name: 'Map of stations' });
const openRow = (page: Page, index: number) => rows(page).nth(index).getByRole('link').first();

export async function browseMap(simulatedUser: SimulatedUser): Promise<void> {
  const { page } = simulatedUser;
  const pins = map(page).locator('button[data-kind="station"]');
  const unlock = link(page, 'Unlock a charger');
  await simulatedUser.open('/home', pins.first());
  for (const index of [0, 2]) {
    await simulatedUser.press(openRow(page, index), unlock);
    const hours = page.getByText('Hours of the week');
    // A station that never closes shows no opening hours.
    if (await hours.isVisible()) await simulatedUser.press(hours);
    await simulatedUser.press(link(page, 'Close station'), openRow(page, 0));
  }
  for (const by of [
    { x: 90, y: 40 },
    { x: -120, y: 20 },
    { x: 30, y: -60 },
  ]) {
    await simulatedUser.drag(map(page), { x: 180, y: 150 }, by);
  }
  await simulatedUser.press(button(page, 'Zoom in'), pins.first());
  await simulatedUser.press(button(page, 'Zoom out'), pins.first());
  await simulatedUser.press(button(page, 'Zoom out'));
  await simulatedUser.press(button(page, 'Zoom in'), pins.first());
  await simulatedUser.press(button(page, 'Map layers'));
  await simulatedUser.press(page.getByRole('switch', { name: 'Heat map' }));
  await simulatedUser.press(page.getByRole('switch', { name: 'Heat map' }));
  await simulatedUser.key('Escape');
  // In a small window, all stations in view may be in clusters. Press clusters until a tap can hit the pin of a single
  // station.
  const clusters = map(page).locator('button[data-kind="cluster"]');
  while (!(await simulatedUser.canReach(pins))) await simulatedUser.pressFirstInReach(clusters);
  await simulatedUser.pressFirstInReach(pins, unlock);
  await simulatedUser.press(link(page, 'Close station'), openRow(page, 0));
}

export async function search(simulatedUser: SimulatedUser): Promise<void> {
  const { page } = simulatedUser;
  const searched = page.getByRole('searchbox', { name: 'Search stations' });
  const found = heading(page, /stations? found$/);
  await simulatedUser.open('/home', map(page));
  await simulatedUser.press(link(page, 'Search stations'), searched);
  await simulatedUser.type('street', found);
  for (let letter = 0; letter < 5; letter++) await simulatedUser.key('Backspace', openRow(page, 0));
  await simulatedUser.type('tate', openRow(page, 0));
  await simulatedUser.press(page.getByRole('checkbox', { name: 'Open now' }), openRow(page, 0));
  await simulatedUser.press(page.getByRole('radio', { name: 'Return' }), openRow(page, 0));
  await simulatedUser.press(button(page, 'Show the map'), button(page, 'Show the list'));
  await simulatedUser.press(button(page, 'Show the list'));
  await simulatedUser.press(button(page, 'Clear search'), openRow(page, 0));
  await simulatedUser.press(openRow(page, 1), link(page, 'Close station'));
  await simulatedUser.press(link(page, 'Close station'), searched);
  await simulatedUser.press(button(page, 'Back'), openRow(page, 0));
}

export async function readHelp(simulatedUser: SimulatedUser): Promise<void> {
  const { page } = simulatedUser;
  const sought = page.getByRole('searchbox', { name: 'Search help' });
  await simulatedUser.open('/home', map(page));
  await simulatedUser.press(link(page, 'Menu'), link(page, /^Help center/));
  await simulatedUser.press(link(page, /^Help center/), sought);
  const summaries = main(page).locator('summary:visible');
  await simulatedUser.press(summaries.nth(0));
  await simulatedUser.press(summaries.nth(1));
  await simulatedUser.press(sought);
  await simulatedUser.type('deposit', heading(page, /answers? found$/));
  await simulatedUser.press(summaries.first());
  await simulatedUser.press(button(page, 'Clear search'));
  await simulatedUser.type('return');
  await simulatedUser.press(button(page, 'Back'), openRow(page, 0));
}

export async function settings(simulatedUser: SimulatedUser): Promise<void> {
  const { page } = simulatedUser;
  const language = (name: string) => page.getByRole('radio', { name });
  const titled = (name: string) => page.getByRole('heading', { level: 1, name });
  await simulatedUser.open('/menu', link(page, /^Settings/));
  await simulatedUser.press(link(page, /^Settings/), language('Black'));
  for (const theme of ['Black', 'Light', 'System']) await simulatedUser.press(language(theme));
  await simulatedUser.press(page.getByRole('switch', { name: /^Keep messages/ }));
  await simulatedUser.press(page.getByRole('switch', { name: /^Keep messages/ }));
  await simulatedUser.press(link(page, /^Language/), language('简体中文'));
  await simulatedUser.press(language('简体中文'), titled('语言'));
  await simulatedUser.press(language('Español'), titled('Idioma'));
  await simulatedUser.press(language('English'), titled('Language'));
  await simulatedUser.press(button(page, 'Back'), language('Black'));
  await simulatedUser.press(link(page, /^Legal/), link(page, /^Terms/));
  await simulatedUser.press(link(page, /^Terms/), titled('Terms'));
  await simulatedUser.press(button(page, 'Back'), link(page, /^Privacy/));
}

/** Makes a first rental from a station id that the user types: login, card and payment. */
export async function firstRental(
  simulatedUser: SimulatedUser,
  { sandbox, phone, cabinet }: { sandbox: Sandbox; phone: string; cabinet: Cabinet },
): Promise<void> {
  const { page } = simulatedUser;
  const id = field(page, 'Enter station ID');
  await simulatedUser.open('/home', map(page));
  await simulatedUser.press(link(page, 'Scan to rent'), id);
  await simulatedUser.press(id);
  await simulatedUser.type(cabinet.id);
  await simulatedUser.press(button(page, 'Continue'), link(page, 'Unlock a charger'));
  await simulatedUser.press(link(page, 'Unlock a charger'), button(page, 'Continue with phone'));
  await simulatedUser.press(button(page, 'Continue with phone'), field(page, 'Phone number'));
  await pickCountry(simulatedUser, 'mex', 'Mexico');
  await pickCountry(simulatedUser, 'united st', 'United States');
  await simulatedUser.press(field(page, 'Phone number'));
  await simulatedUser.type(phone.replace('+1', ''));
  const code = field(page, 'Verification code');
  await simulatedUser.press(button(page, 'Send code'), code);
  await simulatedUser.press(code);
  await simulatedUser.type(await sandbox.code(phone));
  await simulatedUser.press(button(page, 'Verify'), heading(page, 'Unlock a charger'));

  await simulatedUser.press(link(page, 'Add new card'), field(page, 'ZIP code'));
  const frame = page.frameLocator('iframe');
  await frame.locator('[autocomplete="cc-number"]').fill(cards.pays);
  await frame.locator('[autocomplete="cc-name"]').fill('Alex Rider');
  await frame.locator('[autocomplete="cc-exp"]').fill('12/30');
  await simulatedUser.press(field(page, 'ZIP code'));
  await simulatedUser.type('60601');
  const pay = button(page, 'Pay $1.00 and unlock');
  await simulatedUser.press(button(page, 'Add card'), pay);
  await simulatedUser.press(pay, link(page, 'Got it'));
  await simulatedUser.press(link(page, 'Got it'), page.getByRole('timer'));
}

async function pickCountry(
  simulatedUser: SimulatedUser,
  typed: string,
  name: string,
): Promise<void> {
  const { page } = simulatedUser;
  const sought = page.getByRole('combobox', { name: 'Search by name or code' });
  await simulatedUser.press(link(page, /^Country or region/), sought);
  await simulatedUser.press(sought);
  await simulatedUser.type(typed);
  await simulatedUser.press(
    page.getByRole('option', { name: new RegExp(`^${name}`) }).first(),
    field(page, 'Phone number'),
  );
}
