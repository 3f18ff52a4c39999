import type { Page } from 'playwright/test';
import type { Cabinet, Sandbox } from './sandbox.ts';
import { cards } from './rider.ts';
import { main } from './steps.ts';
import type { Walker } from './walker.ts';

/** The walks of a guest and of a first rental; what comes after it is in riderWalks.ts. */

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const rows = (page: Page) => page.locator('.st-row');
/** What the server painted goes when the app takes its place: only then can anything be held. */
const map = (page: Page) => page.getByRole('region', { name: 'Map of stations' });
const openRow = (page: Page, index: number) => rows(page).nth(index).getByRole('link').first();

export async function lookAround(walker: Walker): Promise<void> {
  const { page } = walker;
  const pins = map(page).locator('button[data-kind="station"]');
  const unlock = link(page, 'Unlock a charger');
  await walker.open('/home', pins.first());
  for (const index of [0, 2]) {
    await walker.press(openRow(page, index), unlock);
    await walker.press(page.getByText('Hours of the week'));
    await walker.press(link(page, 'Close station'), openRow(page, 0));
  }
  for (const by of [
    { x: 90, y: 40 },
    { x: -120, y: 20 },
    { x: 30, y: -60 },
  ]) {
    await walker.drag(map(page), { x: 180, y: 150 }, by);
  }
  await walker.press(button(page, 'Zoom in'), pins.first());
  await walker.press(button(page, 'Zoom out'), pins.first());
  await walker.press(button(page, 'Zoom out'));
  await walker.press(button(page, 'Zoom in'), pins.first());
  await walker.press(button(page, 'Map layers'));
  await walker.press(page.getByRole('switch', { name: 'Heat map' }));
  await walker.press(page.getByRole('switch', { name: 'Heat map' }));
  await walker.key('Escape');
  await walker.press(pins.first(), unlock);
  await walker.press(link(page, 'Close station'), openRow(page, 0));
}

export async function search(walker: Walker): Promise<void> {
  const { page } = walker;
  const searched = page.getByRole('searchbox', { name: 'Search stations' });
  const found = heading(page, /stations? found$/);
  await walker.open('/home', map(page));
  await walker.press(link(page, 'Search stations'), searched);
  await walker.type('street', found);
  for (let letter = 0; letter < 5; letter++) await walker.key('Backspace', openRow(page, 0));
  await walker.type('tate', openRow(page, 0));
  await walker.press(page.getByRole('checkbox', { name: 'Open now' }), openRow(page, 0));
  await walker.press(page.getByRole('radio', { name: 'Return' }), openRow(page, 0));
  await walker.press(button(page, 'Show the map'), button(page, 'Show the list'));
  await walker.press(button(page, 'Show the list'));
  await walker.press(button(page, 'Clear search'), openRow(page, 0));
  await walker.press(openRow(page, 1), link(page, 'Close station'));
  await walker.press(link(page, 'Close station'), searched);
  await walker.press(button(page, 'Back'), openRow(page, 0));
}

export async function readHelp(walker: Walker): Promise<void> {
  const { page } = walker;
  const sought = page.getByRole('searchbox', { name: 'Search help' });
  await walker.open('/home', map(page));
  await walker.press(link(page, 'Menu'), link(page, /^Help center/));
  await walker.press(link(page, /^Help center/), sought);
  const summaries = main(page).locator('summary:visible');
  await walker.press(summaries.nth(0));
  await walker.press(summaries.nth(1));
  await walker.press(sought);
  await walker.type('deposit', heading(page, /answers? found$/));
  await walker.press(summaries.first());
  await walker.press(button(page, 'Clear search'));
  await walker.type('return');
  await walker.press(button(page, 'Back'), openRow(page, 0));
}

export async function settings(walker: Walker): Promise<void> {
  const { page } = walker;
  const language = (name: string) => page.getByRole('radio', { name });
  const titled = (name: string) => page.getByRole('heading', { level: 1, name });
  await walker.open('/menu', link(page, /^Settings/));
  await walker.press(link(page, /^Settings/), language('Black'));
  for (const theme of ['Black', 'Light', 'System']) await walker.press(language(theme));
  await walker.press(page.getByRole('switch', { name: /^Keep messages/ }));
  await walker.press(page.getByRole('switch', { name: /^Keep messages/ }));
  await walker.press(link(page, /^Language/), language('简体中文'));
  await walker.press(language('简体中文'), titled('语言'));
  await walker.press(language('Español'), titled('Idioma'));
  await walker.press(language('English'), titled('Language'));
  await walker.press(button(page, 'Back'), language('Black'));
  await walker.press(link(page, /^Legal/), link(page, /^Terms/));
  await walker.press(link(page, /^Terms/), titled('Terms'));
  await walker.press(button(page, 'Back'), link(page, /^Privacy/));
}

/** From a code typed by hand to a charger taken: login, card, payment. */
export async function firstRental(
  walker: Walker,
  { sandbox, phone, cabinet }: { sandbox: Sandbox; phone: string; cabinet: Cabinet },
): Promise<void> {
  const { page } = walker;
  const id = field(page, 'Station ID');
  await walker.open('/home', map(page));
  await walker.press(link(page, 'Scan to rent'), id);
  await walker.press(id);
  await walker.type(cabinet.id);
  await walker.press(button(page, 'Continue'), link(page, 'Unlock a charger'));
  await walker.press(link(page, 'Unlock a charger'), button(page, 'Continue with phone'));
  await walker.press(button(page, 'Continue with phone'), field(page, 'Phone number'));
  await pickCountry(walker, 'mex', 'Mexico');
  await pickCountry(walker, 'united st', 'United States');
  await walker.press(field(page, 'Phone number'));
  await walker.type(phone.replace('+1', ''));
  const code = field(page, 'Verification code');
  await walker.press(button(page, 'Send code'), code);
  await walker.press(code);
  await walker.type(await sandbox.code(phone));
  await walker.press(button(page, 'Verify'), heading(page, 'Unlock a charger'));

  await walker.press(link(page, 'Add new card'), field(page, 'ZIP code'));
  const frame = page.frameLocator('iframe');
  await frame.locator('[autocomplete="cc-number"]').fill(cards.pays);
  await frame.locator('[autocomplete="cc-name"]').fill('Alex Rider');
  await frame.locator('[autocomplete="cc-exp"]').fill('12/30');
  await walker.press(field(page, 'ZIP code'));
  await walker.type('60601');
  const pay = button(page, 'Pay $1.00 and unlock');
  await walker.press(button(page, 'Add card'), pay);
  await walker.press(pay, link(page, 'Got it'));
  await walker.press(link(page, 'Got it'), page.getByRole('timer'));
}

async function pickCountry(walker: Walker, typed: string, name: string): Promise<void> {
  const { page } = walker;
  const sought = page.getByRole('combobox', { name: 'Search by name or code' });
  await walker.press(link(page, /^Country or region/), sought);
  await walker.press(sought);
  await walker.type(typed);
  await walker.press(
    page.getByRole('option', { name: new RegExp(`^${name}`) }).first(),
    field(page, 'Phone number'),
  );
}
