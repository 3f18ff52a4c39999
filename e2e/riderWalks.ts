import type { Page } from 'playwright/test';
import type { Cabinet, Sandbox } from './sandbox.ts';
import { main } from './steps.ts';
import type { Walker } from './walker.ts';

/** What somebody does who has rented, has to pay, or looks after their account. */

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
const radio = (page: Page, name: string | RegExp) => page.getByRole('radio', { name });
const back = (page: Page) => page.getByRole('button', { name: 'Back' });

/** While a charger is out, and when it is back. */
export async function returnCharger(
  walker: Walker,
  { sandbox, cabinet, other }: { sandbox: Sandbox; cabinet: Cabinet; other: Cabinet },
): Promise<void> {
  const { page } = walker;
  const clock = page.getByRole('timer');
  await walker.open('/home', clock);
  const slots = page.locator('.st-row').first().getByRole('link').first();
  await walker.press(link(page, 'Find a return slot'), slots);
  await walker.press(slots, link(page, 'Close station'));
  await walker.press(link(page, 'Close station'), slots);
  await walker.press(back(page), clock);
  await walker.press(link(page, 'Menu'), link(page, /^Order history/));
  await walker.press(back(page), clock);
  await sandbox.bringBack(cabinet, other);
  await walker.press(link(page, 'View receipt'), button(page, 'Download as image'));
  await walker.press(button(page, 'Download as image'));
  await walker.press(link(page, 'Report a problem with this charge'), button(page, /^Send/));
  await walker.press(radio(page, 'The amount is wrong'));
  await walker.press(field(page, /^What happened/));
  await walker.type('It was two hours.');
  await walker.press(button(page, /^Send/), button(page, 'Download as image'));
}

/** Another rental of somebody with two cards, some GoCash and a coupon. */
export async function rentAgain(walker: Walker, cabinet: Cabinet): Promise<void> {
  const { page } = walker;
  await walker.open(`/home?equip_id=${cabinet.id}`, link(page, 'Unlock a charger'));
  await walker.press(link(page, 'Unlock a charger'), radio(page, /4242/));
  await walker.press(radio(page, /4242/));
  await walker.press(radio(page, 'GoCash'));
  await walker.press(radio(page, /0002/));
  await walker.press(button(page, 'Change coupon'), page.getByRole('dialog'));
  await walker.press(page.getByRole('dialog').getByRole('radio', { name: 'No coupon' }));
  await walker.press(
    page.getByRole('button', { name: 'Use this choice' }),
    button(page, 'Pay $1.00 and unlock'),
  );
  await walker.press(radio(page, /4242/));
  await walker.press(button(page, 'Pay $1.00 and unlock'), link(page, 'Got it'));
  await walker.press(link(page, 'Got it'), page.getByRole('timer'));
}

export async function payWhatIsOwed(walker: Walker): Promise<void> {
  const { page } = walker;
  await walker.open('/home', button(page, 'Pay Now'));
  const dialog = page.getByRole('dialog', { name: 'Pay your order' });
  await walker.press(button(page, 'Pay Now'), dialog);
  await walker.press(dialog.getByRole('radio', { name: /4242/ }));
  await walker.press(
    dialog.getByRole('button', { name: /^Pay \$/ }),
    page.getByRole('heading', { level: 1, name: /^Paid/ }),
  );
  await walker.press(link(page, 'View receipt'), button(page, 'Download as image'));
}

/** Through hundreds of orders, a filter, a receipt and back. */
export async function readHistory(walker: Walker): Promise<void> {
  const { page } = walker;
  const rows = main(page).getByRole('listitem');
  await walker.open('/history', rows.first());
  while ((await rows.count()) < 200) await walker.scroll(4000);
  await walker.scroll(-3000, rows.first());
  await walker.press(rows.nth(120).getByRole('link'), button(page, 'Download as image'));
  await walker.press(button(page, 'Copy order ID'));
  await walker.press(back(page), radio(page, 'Complete'));
  await walker.press(radio(page, 'Complete'), rows.first());
  await walker.press(radio(page, 'Charging'));
  await walker.press(radio(page, 'All'), rows.first());
  await walker.press(page.getByRole('button', { name: 'Refresh' }), rows.first());
  await walker.press(rows.first().getByRole('link'), button(page, 'Download as image'));
}

export async function topUp(walker: Walker): Promise<void> {
  const { page } = walker;
  await walker.open('/menu', link(page, /^Payment/));
  await walker.press(link(page, /^Payment/), link(page, 'Add GoCash'));
  await walker.press(link(page, 'Add GoCash'), radio(page, '$20.00'));
  for (const amount of ['$40.00', '$10.00', '$20.00']) await walker.press(radio(page, amount));
  await walker.press(button(page, 'Continue'), radio(page, /4242/));
  await walker.press(radio(page, /4242/));
  await walker.press(button(page, 'Continue'), button(page, 'Pay $20.00'));
  await walker.press(button(page, 'Pay $20.00'), button(page, 'Done').or(link(page, 'Done')));
  await walker.press(button(page, 'Done').or(link(page, 'Done')), link(page, 'View history'));
  await walker.press(link(page, 'View history'), main(page).getByRole('listitem').first());
  await walker.press(back(page), link(page, 'View history'));
  await walker.press(link(page, 'Redeem coupon'), field(page, 'Coupon code'));
  await walker.press(field(page, 'Coupon code'));
  await walker.type('hour1');
  await walker.press(button(page, 'Redeem'), link(page, 'See my coupons'));
  await walker.press(link(page, 'See my coupons'), page.getByRole('article').first());
}

export async function cardsAndMethods(walker: Walker): Promise<void> {
  const { page } = walker;
  await walker.open('/payment', link(page, /^Manage/));
  await walker.press(link(page, /^Manage/), link(page, /4242/));
  await walker.press(link(page, /4242/), field(page, 'ZIP code'));
  await walker.press(field(page, 'ZIP code'));
  await walker.key('End');
  await walker.key('Backspace');
  await walker.type('2');
  await walker.press(button(page, 'Save changes'), link(page, /4242/));
  await walker.press(link(page, /4242/), button(page, 'Remove'));
  const question = page.getByRole('alertdialog');
  await walker.press(button(page, 'Remove'), question);
  await walker.press(question.getByRole('button', { name: 'Keep' }));
}

export async function lookAfterAccount(walker: Walker): Promise<void> {
  const { page } = walker;
  await walker.open('/menu', link(page, /View profile/));
  await walker.press(link(page, /View profile/), link(page, /Your info/));
  await walker.press(link(page, /Your info/), link(page, /^Name/));
  await walker.press(link(page, /^Name/), field(page, 'Name'));
  await walker.press(field(page, 'Name'));
  await walker.type('Ana Ruiz');
  await walker.press(button(page, 'Save'), link(page, /^Birthday/));
  await walker.press(link(page, /^Birthday/), field(page, 'Day'));
  await walker.press(field(page, 'Day'));
  await walker.type('29');
  await walker.press(field(page, 'Year'));
  await walker.type('1988');
  await walker.press(button(page, 'Save'));
  await walker.press(back(page));
}

export async function readNotifications(walker: Walker): Promise<void> {
  const { page } = walker;
  const told = link(page, /^You have returned the charger/);
  await walker.open('/menu', link(page, /^Notification/));
  await walker.press(link(page, /^Notification/), told);
  await walker.press(told, link(page, 'See receipt'));
  await walker.press(back(page), told);
  await walker.press(page.getByRole('button', { name: 'Mark all read' }));
  await walker.open('/setting/notifications', page.getByRole('switch').first());
  await walker.press(page.getByRole('switch', { name: 'Reminders' }));
  await walker.press(page.getByRole('switch', { name: 'Reminders' }));
}

/** A campaign, and what is wrong at a station. */
export async function offersAndReports(walker: Walker, campaign: string): Promise<void> {
  const { page } = walker;
  await walker.open('/new-user-promo', link(page, new RegExp(`^${campaign}`)));
  await walker.press(link(page, new RegExp(`^${campaign}`)), link(page, 'Start'));
  await walker.press(link(page, 'Start'), button(page, 'Claim'));
  await walker.press(button(page, 'Claim'), link(page, 'Redeem Now'));
  await walker.press(link(page, 'Redeem Now'));
  await walker.open('/help/report', radio(page, 'The station is broken'));
  await walker.press(radio(page, 'The station is broken'));
  await walker.press(field(page, /^What happened/));
  await walker.type('The screen is dark.');
  await walker.press(button(page, 'Send report'), page.getByText(/^We have it: case C-/));
}
