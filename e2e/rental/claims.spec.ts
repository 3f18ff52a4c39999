import type { Page } from 'playwright/test';
import enClaims from '../../locales/en/claims.json' with { type: 'json' };
import esClaims from '../../locales/es/claims.json' with { type: 'json' };
import zhClaims from '../../locales/zh-CN/claims.json' with { type: 'json' };
import enEvidence from '../../locales/en/evidence.json' with { type: 'json' };
import esEvidence from '../../locales/es/evidence.json' with { type: 'json' };
import zhEvidence from '../../locales/zh-CN/evidence.json' with { type: 'json' };
import enRental from '../../locales/en/rental.json' with { type: 'json' };
import esRental from '../../locales/es/rental.json' with { type: 'json' };
import zhRental from '../../locales/zh-CN/rental.json' with { type: 'json' };
import { choose } from '../screens/chooseLanguage.ts';
import { expectTranslated, languages } from '../screens/screenChecks.ts';
import { expect, test } from '../support/fixtures.ts';
import { cards, type Rider } from '../support/rider.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { expectIssuerTotals } from '../support/recordChecks.ts';

test.describe.configure({ timeout: 180_000 });

const texts = {
  en: { claims: enClaims, evidence: enEvidence, rental: enRental },
  es: { claims: esClaims, evidence: esEvidence, rental: esRental },
  'zh-CN': { claims: zhClaims, evidence: zhEvidence, rental: zhRental },
};

/** Reloads the page in each language, English last, and checks every visible text. */
async function expectTranslatedPanel(
  page: Page,
  headingOf: (words: (typeof texts)['en']) => string,
): Promise<void> {
  for (const language of languages.toReversed()) {
    await choose(page, language);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.getByRole('heading', { name: headingOf(texts[language]) })).toBeVisible();
    await expectTranslated(page, language);
  }
}

/** Starts a rental, and advances the clock by half an hour. Returns the id of the order. */
async function rentForHalfAnHour(
  rider: Rider,
  sandbox: Sandbox,
  cabinet: { id: string },
): Promise<string> {
  await rider.addCard(cards.pays);
  const { id } = await rider.rent(cabinet.id, 'charging');
  await sandbox.advance(30 * 60);
  return id;
}

test('the cost does not increase while a claim is open, even if the claim is open for days @all', async ({
  page,
  rider,
  sandbox,
  cabinet,
}) => {
  const id = await rentForHalfAnHour(rider, sandbox, cabinet);
  await sandbox.knobs(cabinet.id, { offline: true });
  await page.goto('/home');
  await expect(page.getByText('$2.00').first()).toBeVisible();
  await page.getByRole('button', { name: 'I returned it' }).click();
  await expect(page.getByRole('heading', { name: 'We are checking the station' })).toBeVisible();
  await expectTranslatedPanel(page, ({ claims }) => claims.checkingHeading);

  await sandbox.advance(11 * 60);
  await expect(page.getByRole('heading', { name: 'Our team is checking your report' })).toBeVisible(
    {
      timeout: 40_000,
    },
  );
  await expect(page.getByText(/Your case number is C-\w{4}-\w{4}/)).toBeVisible();
  await expectTranslatedPanel(page, ({ claims }) => claims.supportHeading);
  for (const hours of [1, 24, 24]) {
    await sandbox.advance(hours * 3600);
    await page.reload();
    await expect(page.getByText(/Your case number is/)).toBeVisible();
    await expect(page.getByText('$2.00').first()).toBeVisible();
    expect((await rider.order(id)).state).toBe('charging');
  }
  await expectIssuerTotals(sandbox, await rider.order(id), { captured: [], refunded: 0, open: 1 });

  await sandbox.knobs(cabinet.id, { offline: false });
  await sandbox.bringBack(cabinet, cabinet);
  await rider.waitFor(id, 'complete');
});

test('if the station refutes a claim, the rider reads what to do @all', async ({
  page,
  rider,
  sandbox,
  cabinet,
}) => {
  await rider.addCard(cards.pays);
  const { id } = await rider.rent(cabinet.id, 'charging');
  await page.context().grantPermissions(['geolocation']);
  const { lat, lng } = await rider.station(cabinet.id);
  await page.context().setGeolocation({ latitude: lat, longitude: lng });
  await page.goto('/home');
  await page.getByRole('button', { name: 'I returned it' }).click();
  await expect(page.getByRole('heading', { name: 'We are checking the station' })).toBeVisible();
  await sandbox.advance(70);
  await expect(
    page.getByRole('heading', { name: 'The station does not have your charger' }),
  ).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Push the charger into a free slot until it clicks.')).toBeVisible();
  await expectTranslatedPanel(page, ({ claims }) => claims.refusedHeading);
  await sandbox.bringBack(cabinet, cabinet);
  await rider.waitFor(id, 'complete');
});

test('a rider who cannot return the charger pays only for the time until the claim @slow', async ({
  page,
  rider,
  sandbox,
  cabinet,
}) => {
  const id = await rentForHalfAnHour(rider, sandbox, cabinet);
  await page.goto('/home');
  await page.getByRole('button', { name: "I can't return the charger" }).click();
  await expect(page.getByRole('heading', { name: 'We are checking the station' })).toBeVisible();
  await expectTranslatedPanel(page, ({ claims }) => claims.checkingHeading);
  await sandbox.advance(5 * 3600);
  await sandbox.bringBack(cabinet, cabinet);
  const ended = await rider.waitFor(id, 'complete');
  expect(ended.claim?.state).toBe('confirmed');
  expect(ended.total?.amount).toBe(200);
  await expectIssuerTotals(sandbox, ended, { captured: [200], refunded: 0, open: 0 });
});

test('a claim that the rider makes offline stops the cost at once, and the app sends the claim only once @slow', async ({
  page,
  rider,
  sandbox,
  cabinet,
}) => {
  await rider.addCard(cards.pays);
  const { id } = await rider.rent(cabinet.id, 'charging');
  await page.goto('/home');
  await expect(page.getByRole('button', { name: 'I returned it' })).toBeEnabled();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'I returned it' }).click();
  await expect(page.getByRole('heading', { name: 'Your report is saved' })).toBeVisible();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/claim')) calls.push(request.headers()['idempotency-key'] ?? '');
  });
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'We are checking the station' })).toBeVisible();
  expect(new Set(calls).size).toBe(1);
  await sandbox.bringBack(cabinet, cabinet);
  await rider.waitFor(id, 'complete');
});

test('if the charger is returned before the app sends an offline claim, the app explains that the claim was not needed @all', async ({
  page,
  rider,
  sandbox,
  cabinet,
}) => {
  await rider.addCard(cards.pays);
  const { id } = await rider.rent(cabinet.id, 'charging');
  await page.goto('/home');
  await expect(page.getByRole('button', { name: 'I returned it' })).toBeEnabled();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'I returned it' }).click();
  await expect(page.getByRole('heading', { name: 'Your report is saved' })).toBeVisible();
  await sandbox.bringBack(cabinet, cabinet);
  await rider.waitFor(id, 'complete');
  // Abort the report, so that the app receives the event about the return before it can send the report.
  await page.route('**/claim', (route) => route.abort());
  await page.context().setOffline(false);
  const heading = page.getByRole('heading', { name: 'Your report was not needed' });
  await expect(heading).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { name: 'Home' })).toBeAttached();
  await expect(heading).toBeVisible();
  await expectTranslatedPanel(page, ({ claims }) => claims.endedHeading);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(heading).toHaveCount(0);
});

test('a rental is free if its charger does not charge, and another charger comes out under the same order', async ({
  page,
  rider,
  sandbox,
  cabinet,
}) => {
  await rider.addCard(cards.pays);
  const { id } = await rider.rent(cabinet.id, 'charging');
  await page.goto('/home');
  const question = page.getByRole('alertdialog');
  for (const language of languages.toReversed()) {
    await choose(page, language);
    await page.reload();
    const { faulty, notNow } = texts[language].evidence;
    await page.getByRole('button', { name: faulty }).click();
    await expect(question).toBeVisible();
    await expectTranslated(page, language);
    await question.getByRole('button', { name: notNow }).click();
    await expect(question).toHaveCount(0);
  }
  expect((await rider.order(id)).faulty).toBeUndefined();
  // Reload, because the app ignores a press right after a press of the same button.
  await page.reload();
  await page.getByRole('button', { name: 'The charger does not charge' }).click();
  await question.getByRole('button', { name: 'Release another charger' }).click();
  await expect(page.getByRole('heading', { name: 'This rental is free' })).toBeVisible();
  await expect(page.getByText('push the first into any free slot.')).toBeVisible({
    timeout: 30_000,
  });
  await expectTranslatedPanel(page, ({ evidence }) => evidence.freeHeading);
  const taken = await sandbox.takenSince(cabinet);
  expect(taken).toHaveLength(2);
  for (const charger of taken) await sandbox.return(cabinet.id, charger);
  const ended = await rider.waitFor(id, 'complete');
  expect(ended.total?.amount).toBe(0);
  await expectIssuerTotals(sandbox, ended, { captured: [], refunded: 0, open: 0 });
});

/**
 * The server limits how many ejects of one card may have an unknown result, so each of these tests uses a different
 * card.
 */
const cardOf = { en: cards.pays, es: '5555555555554444', 'zh-CN': '378282246310005' };

for (const language of languages) {
  const variant = language === 'en' ? '' : ` (${language}) @all`;
  test(`if nothing comes out and the station stays silent, one tap ends the rental${variant} @slow`, async ({
    page,
    rider,
    sandbox,
    cabinet,
    otherCabinet,
  }) => {
    await rider.addCard(cardOf[language]);
    await sandbox.knobs(cabinet.id, { eject: 'dead' });
    const { id } = await rider.rent(cabinet.id, 'ejecting');
    await sandbox.knobs(cabinet.id, { offline: true });
    await sandbox.advance(31);
    await rider.waitFor(id, 'ejectUnknown');
    await sandbox.advance(100);
    await choose(page, language);
    await page.goto(`/home/rent/preparing?orderId=${id}`);
    const button = page.getByRole('button', { name: texts[language].rental.success.notOut });
    await expect(button).toBeVisible();
    await expectTranslated(page, language);
    await button.click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectTranslated(page, language);
    const ended = await rider.waitFor(id, 'review');
    await expectIssuerTotals(sandbox, ended, { captured: [], refunded: 0, open: 0 });
    await rider.rent(otherCabinet.id, 'charging');
  });
}
