import type { Page } from 'playwright/test';
import type { Cabinet, Sandbox } from '../support/sandbox.ts';
import { main } from '../support/steps.ts';
import type { SimulatedUser } from './simulatedUser.ts';

/** Journeys of a rider who has rented, must pay, or manages the account. */

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
const radio = (page: Page, name: string | RegExp) => page.getByRole('radio', { name });
const back = (page: Page) => page.getByRole('button', { name: 'Back' });

/** Uses the app during a rental, and after the return of the charger. */
export async function returnCharger(
  simulatedUser: SimulatedUser,
  { sandbox, cabinet, other }: { sandbox: Sandbox; cabinet: Cabinet; other: Cabinet },
): Promise<void> {
  const { page } = simulatedUser;
  const clock = page.getByRole('timer');
  await simulatedUser.open('/home', clock);
  const slots = page.locator('.st-row').first().getByRole('link').first();
  await simulatedUser.press(link(page, 'Find a return slot'), slots);
  await simulatedUser.press(slots, link(page, 'Close station'));
  await simulatedUser.press(link(page, 'Close station'), slots);
  await simulatedUser.press(back(page), clock);
  await simulatedUser.press(link(page, 'Menu'), link(page, /^Order history/));
  await simulatedUser.press(back(page), clock);
  await sandbox.bringBack(cabinet, other);
  await simulatedUser.press(link(page, 'View receipt'), button(page, 'Download as image'));
  await simulatedUser.press(button(page, 'Download as image'));
  await simulatedUser.press(link(page, 'Report a problem with this charge'), button(page, /^Send/));
  await simulatedUser.press(radio(page, 'The amount is wrong'));
  await simulatedUser.press(field(page, /^What happened/));
  await simulatedUser.type('It was two hours.');
  await simulatedUser.press(button(page, /^Send/), button(page, 'Download as image'));
}

/** Rents again as a rider with two cards, some GoCash and a coupon. */
export async function rentAgain(simulatedUser: SimulatedUser, cabinet: Cabinet): Promise<void> {
  const { page } = simulatedUser;
  await simulatedUser.open(`/home?equip_id=${cabinet.id}`, link(page, 'Unlock a charger'));
  await simulatedUser.press(link(page, 'Unlock a charger'), radio(page, /4242/));
  await simulatedUser.press(radio(page, /4242/));
  await simulatedUser.press(radio(page, 'GoCash'));
  await simulatedUser.press(radio(page, /0002/));
  await simulatedUser.press(button(page, 'Change coupon'), page.getByRole('dialog'));
  await simulatedUser.press(page.getByRole('dialog').getByRole('radio', { name: 'No coupon' }));
  await simulatedUser.press(
    page.getByRole('button', { name: 'Use this choice' }),
    button(page, 'Pay $1.00 and unlock'),
  );
  await simulatedUser.press(radio(page, /4242/));
  await simulatedUser.press(button(page, 'Pay $1.00 and unlock'), link(page, 'Got it'));
  await simulatedUser.press(link(page, 'Got it'), page.getByRole('timer'));
}

export async function payUnpaidOrder(simulatedUser: SimulatedUser): Promise<void> {
  const { page } = simulatedUser;
  await simulatedUser.open('/home', button(page, 'Pay Now'));
  const dialog = page.getByRole('dialog', { name: 'Pay your order' });
  await simulatedUser.press(button(page, 'Pay Now'), dialog);
  await simulatedUser.press(dialog.getByRole('radio', { name: /4242/ }));
  await simulatedUser.press(
    dialog.getByRole('button', { name: /^Pay \$/ }),
    page.getByRole('heading', { level: 1, name: /^Paid/ }),
  );
  await simulatedUser.press(link(page, 'View receipt'), button(page, 'Download as image'));
}

/** Scrolls through hundreds of orders, uses a filter, opens a receipt and goes back. */
export async function readHistory(simulatedUser: SimulatedUser): Promise<void> {
  const { page } = simulatedUser;
  const rows = main(page).getByRole('listitem');
  await simulatedUser.open('/history', rows.first());
  while ((await rows.count()) < 200) await simulatedUser.scroll(4000);
  await simulatedUser.scroll(-3000, rows.first());
  await simulatedUser.press(rows.nth(120).getByRole('link'), button(page, 'Download as image'));
  await simulatedUser.press(button(page, 'Copy order ID'));
  await simulatedUser.press(back(page), radio(page, 'Complete'));
  await simulatedUser.press(radio(page, 'Complete'), rows.first());
  await simulatedUser.press(radio(page, 'Charging'));
  await simulatedUser.press(radio(page, 'All'), rows.first());
  await simulatedUser.press(page.getByRole('button', { name: 'Refresh' }), rows.first());
  await simulatedUser.press(rows.first().getByRole('link'), button(page, 'Download as image'));
}

export async function topUp(simulatedUser: SimulatedUser): Promise<void> {
  const { page } = simulatedUser;
  await simulatedUser.open('/menu', link(page, /^Payment/));
  await simulatedUser.press(link(page, /^Payment/), link(page, 'Add GoCash'));
  await simulatedUser.press(link(page, 'Add GoCash'), radio(page, '$20.00'));
  for (const amount of ['$40.00', '$10.00', '$20.00'])
    await simulatedUser.press(radio(page, amount));
  await simulatedUser.press(button(page, 'Continue'), radio(page, /4242/));
  await simulatedUser.press(radio(page, /4242/));
  await simulatedUser.press(button(page, 'Continue'), button(page, 'Pay $20.00'));
  await simulatedUser.press(
    button(page, 'Pay $20.00'),
    button(page, 'Done').or(link(page, 'Done')),
  );
  await simulatedUser.press(
    button(page, 'Done').or(link(page, 'Done')),
    link(page, 'GoCash history'),
  );
  await simulatedUser.press(link(page, 'GoCash history'), main(page).getByRole('listitem').first());
  await simulatedUser.press(back(page), link(page, 'GoCash history'));
  await simulatedUser.press(link(page, 'Redeem coupon'), field(page, 'Coupon code'));
  await simulatedUser.press(field(page, 'Coupon code'));
  await simulatedUser.type('hour1');
  await simulatedUser.press(button(page, 'Redeem'), link(page, 'See my coupons'));
  await simulatedUser.press(link(page, 'See my coupons'), page.getByRole('article').first());
}

export async function cardsAndMethods(simulatedUser: SimulatedUser): Promise<void> {
  const { page } = simulatedUser;
  await simulatedUser.open('/payment', link(page, /^Manage/));
  await simulatedUser.press(link(page, /^Manage/), link(page, /4242/));
  await simulatedUser.press(link(page, /4242/), field(page, 'ZIP code'));
  await simulatedUser.press(field(page, 'ZIP code'));
  await simulatedUser.key('End');
  await simulatedUser.key('Backspace');
  await simulatedUser.type('2');
  await simulatedUser.press(button(page, 'Save changes'), link(page, /4242/));
  await simulatedUser.press(link(page, /4242/), button(page, 'Remove'));
  const question = page.getByRole('alertdialog');
  await simulatedUser.press(button(page, 'Remove'), question);
  await simulatedUser.press(question.getByRole('button', { name: 'Keep' }));
}

export async function manageAccount(simulatedUser: SimulatedUser): Promise<void> {
  const { page } = simulatedUser;
  await simulatedUser.open('/menu', link(page, /View profile/));
  await simulatedUser.press(link(page, /View profile/), link(page, /Your info/));
  await simulatedUser.press(link(page, /Your info/), link(page, /^Name/));
  await simulatedUser.press(link(page, /^Name/), field(page, 'Name'));
  await simulatedUser.press(field(page, 'Name'));
  await simulatedUser.type('Ana Ruiz');
  await simulatedUser.press(button(page, 'Save'), link(page, /^Birthday/));
  await simulatedUser.press(link(page, /^Birthday/), field(page, 'Day'));
  await simulatedUser.press(field(page, 'Day'));
  await simulatedUser.type('29');
  await simulatedUser.press(field(page, 'Year'));
  await simulatedUser.type('1988');
  await simulatedUser.press(button(page, 'Save'));
  await simulatedUser.press(back(page));
}

export async function readNotifications(simulatedUser: SimulatedUser): Promise<void> {
  const { page } = simulatedUser;
  const told = link(page, /^You have returned the charger/);
  await simulatedUser.open('/menu', link(page, /^Notification/));
  await simulatedUser.press(link(page, /^Notification/), told);
  await simulatedUser.press(told, link(page, 'See receipt'));
  await simulatedUser.press(back(page), told);
  await simulatedUser.press(page.getByRole('button', { name: 'Mark all read' }));
  await simulatedUser.open('/setting/notifications', page.getByRole('switch').first());
  await simulatedUser.press(page.getByRole('switch', { name: 'Reminders' }));
  await simulatedUser.press(page.getByRole('switch', { name: 'Reminders' }));
}

/** Opens a campaign and sends a report about a station. */
export async function offersAndReports(
  simulatedUser: SimulatedUser,
  campaign: string,
): Promise<void> {
  const { page } = simulatedUser;
  await simulatedUser.open('/new-user-promo', link(page, new RegExp(`^${campaign}`)));
  await simulatedUser.press(link(page, new RegExp(`^${campaign}`)), link(page, 'Start'));
  await simulatedUser.press(link(page, 'Start'), button(page, 'Claim'));
  await simulatedUser.press(button(page, 'Claim'), link(page, 'Redeem Now'));
  await simulatedUser.press(link(page, 'Redeem Now'));
  await simulatedUser.open('/help/report', radio(page, 'The station is broken'));
  await simulatedUser.press(radio(page, 'The station is broken'));
  await simulatedUser.press(field(page, /^What happened/));
  await simulatedUser.type('The screen is dark.');
  await simulatedUser.press(
    button(page, 'Send report'),
    page.getByText(/^We have your report: case C-/),
  );
}
