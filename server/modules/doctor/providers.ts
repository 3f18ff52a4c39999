import { z } from 'zod';
import type { Finding } from '../../../contract/operators/doctor.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { tileOf } from '../../../contract/rules/places/tiles.ts';
import { checkSmtp } from '../../providers/mail/smtpMail.ts';
import type { Settings } from '../../settings/settings.ts';
import {
  answerWithinMs,
  ask,
  basic,
  broken,
  hostOf,
  off,
  ok,
  reasonOf,
  warning,
} from './finding.ts';

const payments = 'payments';
const noPayments = 'Riders cannot pay, so they cannot rent.';

const Account = z.object({ default_currency: z.string() });

export async function checkPayments({ stripe, currency }: Settings): Promise<Finding> {
  if (!stripe) {
    return warning(payments, 'The sandbox simulates payments.', 'No rider pays with real money.');
  }
  const key = { authorization: `Bearer ${stripe.secretKey}` };
  const { status, body } = await ask(`${stripe.url}/v1/account`, { headers: key });
  if (status === 401) return broken(payments, 'Stripe refuses STRIPE_SECRET_KEY.', noPayments);
  const account = Account.safeParse(body).data;
  if (status === 403) {
    return ok(
      payments,
      'Stripe accepts the restricted key, which has no permission to read the account.',
    );
  }
  if (!account) return broken(payments, `Stripe answers ${status}.`, noPayments);
  if (account.default_currency.toUpperCase() !== currency) {
    return warning(
      payments,
      `Stripe pays out in ${account.default_currency.toUpperCase()}, but CURRENCY is ${currency}.`,
      'Stripe exchanges the money of each payout for a fee.',
    );
  }
  return ok(payments, `Stripe accepts the key, and pays out in ${currency}.`);
}

/** Asks Stripe for a token that does not exist. Stripe answers 401 if it refuses the publishable key itself. */
export async function checkCardForms({ stripe }: Settings): Promise<Finding> {
  const check = 'card forms';
  if (!stripe) return off(check, 'The sandbox has its own form.', 'Riders cannot use real cards.');
  const { status } = await ask(`${stripe.url}/v1/tokens/none`, {
    headers: { authorization: `Bearer ${stripe.publishableKey}` },
  });
  if (status === 401) {
    return broken(check, 'Stripe refuses STRIPE_PUBLISHABLE_KEY.', 'Riders cannot add a card.');
  }
  if (![400, 403, 404].includes(status)) {
    return warning(check, `Stripe answers ${status}.`, 'The check of the key failed. Try again.');
  }
  return ok(check, 'Stripe accepts the publishable key.');
}

const Endpoints = z.object({
  data: z.array(z.object({ url: z.string(), status: z.string() })),
});

export async function checkPaymentWebhook({ stripe, publicUrl }: Settings): Promise<Finding> {
  const check = 'payment webhook';
  if (!stripe) return off(check, 'The sandbox needs no webhook.', 'Nothing is missing.');
  const { status, body } = await ask(`${stripe.url}/v1/webhook_endpoints?limit=100`, {
    headers: { authorization: `Bearer ${stripe.secretKey}` },
  });
  const address = publicUrl + fillPath(paths.paymentWebhook, { provider: 'stripe' });
  const endpoints = Endpoints.safeParse(body).data;
  if (status !== 200 || !endpoints) {
    return warning(
      check,
      `This key cannot list the endpoints (Stripe answers ${status}).`,
      `Check in the Stripe Dashboard that there is an endpoint for ${address}.`,
    );
  }
  const found = endpoints.data.find(({ url }) => url === address);
  const late = 'The server learns of chargebacks, late payments and changed cards late or never.';
  if (!found) return broken(check, `Stripe has no endpoint for ${address}.`, late);
  if (found.status !== 'enabled')
    return broken(check, `The endpoint at Stripe is ${found.status}.`, late);
  return ok(
    check,
    'Stripe has an endpoint for this server. Only a webhook shows whether the secret is correct.',
  );
}

const Service = z.object({ custom_code_enabled: z.boolean().optional() });

export async function checkCodes({ twilioVerify }: Settings): Promise<Finding> {
  const check = 'login codes';
  const noCodes = 'Nobody can sign in.';
  if (!twilioVerify)
    return warning(check, 'The sandbox shows the codes.', 'Anybody can read the login codes.');
  const { url, serviceSid, username, password } = twilioVerify;
  const { status, body } = await ask(`${url}/v2/Services/${encodeURIComponent(serviceSid)}`, {
    headers: basic(username, password),
  });
  if (status === 401) return broken(check, 'Twilio refuses the key or its secret.', noCodes);
  if (status === 404) return broken(check, 'Twilio has no such Verify service.', noCodes);
  if (status !== 200) return broken(check, `Twilio answers ${status}.`, noCodes);
  if (Service.safeParse(body).data?.custom_code_enabled === false) {
    return broken(check, 'The Verify service does not allow custom codes.', noCodes);
  }
  return ok(check, 'Twilio accepts the key, and has the Verify service.');
}

export async function checkTexts({ twilioMessaging }: Settings): Promise<Finding> {
  const check = 'text messages';
  const noTexts =
    'Riders without an e-mail address get no message about changes of their accounts.';
  if (!twilioMessaging)
    return off(
      check,
      'TWILIO_MESSAGING_SERVICE_SID and TWILIO_MESSAGING_FROM are not set.',
      noTexts,
    );
  const { url, accountSid, username, password } = twilioMessaging;
  const { status } = await ask(
    `${url}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json?PageSize=1`,
    { headers: basic(username, password) },
  );
  if (status === 401) return broken(check, 'Twilio refuses the key or its secret.', noTexts);
  if (status !== 200) return broken(check, `Twilio answers ${status}.`, noTexts);
  return ok(check, 'Twilio accepts the key.');
}

export async function checkMail({ mail }: Settings): Promise<Finding> {
  const check = 'e-mail';
  const noMail = 'The server sends no receipts, no codes by e-mail, and no alerts to operators.';
  if (!mail) return off(check, 'MAIL_URL is not set.', noMail);
  const reason = await checkSmtp(mail.url, answerWithinMs);
  if (reason !== null) return broken(check, `${hostOf(mail.url)}: ${reason}.`, noMail);
  return ok(check, `${hostOf(mail.url)} accepts the user.`);
}

const Discovery = z.object({ issuer: z.string(), token_endpoint: z.url() });

export async function checkOperatorSignIn({ operatorSignIn }: Settings): Promise<Finding> {
  const check = 'sign-in of operators';
  const onlyKeys = 'Operators can sign in only with keys and one-time links.';
  if (!operatorSignIn) return off(check, 'OPERATOR_OIDC_ISSUER is not set.', onlyKeys);
  const { issuer } = operatorSignIn;
  const host = hostOf(issuer);
  try {
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const { status, body } = await ask(address);
    if (status !== 200) return broken(check, `${host} answers ${status}.`, onlyKeys);
    if (Discovery.safeParse(body).data?.issuer !== issuer) {
      return broken(check, `The metadata of ${host} names another issuer.`, onlyKeys);
    }
    return ok(
      check,
      `${host} has metadata for this issuer. Only a sign-in can check the client secret.`,
    );
  } catch (error) {
    return broken(check, `${host}: ${reasonOf(error)}.`, onlyKeys);
  }
}

export async function checkPush({ push: { keys }, sandbox }: Settings): Promise<Finding> {
  const check = 'push messages';
  if (keys) return ok(check, 'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY belong together.');
  return sandbox
    ? ok(check, 'The sandbox has its own keys.')
    : off(check, 'VAPID_PUBLIC_KEY is not set.', 'Riders get no push messages.');
}

export async function checkMap({ map: { base, center } }: Settings): Promise<Finding> {
  const check = 'map';
  const noMap = 'Riders see the stations on an empty map.';
  if (base.kind === 'none') return off(check, 'BASE_MAP_URL is not set.', noMap);
  if (base.url.startsWith('/')) return ok(check, 'The server itself has the tiles.');
  const zoom = Math.min(12, base.maxDataZoom);
  const { x, y } = tileOf(center.lat, center.lng, zoom);
  const address = base.url
    .replace('{z}', String(zoom))
    .replace('{x}', String(x))
    .replace('{y}', String(y));
  const method = base.kind === 'pmtiles' ? 'HEAD' : 'GET';
  try {
    const { status } = await ask(address, { method });
    if (status === 200 || status === 204) return ok(check, `${hostOf(address)} has the tiles.`);
    return broken(check, `${hostOf(address)} answers ${status} for a tile at MAP_CENTER.`, noMap);
  } catch (error) {
    return broken(check, `${hostOf(address)}: ${reasonOf(error)}.`, noMap);
  }
}

export async function checkGeocoder({ geocoder, map }: Settings): Promise<Finding> {
  const check = 'search for places';
  const onlyStations = 'Riders can search only for stations.';
  if (geocoder.kind === 'stations') return off(check, 'No geocoder is configured.', onlyStations);
  if (geocoder.kind === 'sandbox') return ok(check, 'The sandbox knows the demo city.');
  if (geocoder.kind === 'gazetteer')
    return ok(check, 'The server read the file of places when it started.');
  const { lat, lng } = map.center;
  const address = `${geocoder.url}/reverse?lat=${lat}&lon=${lng}&format=json`;
  try {
    const { status } = await ask(address, { headers: { 'user-agent': 'charger-rental' } });
    if (status === 200) return ok(check, `${hostOf(address)} answers.`);
    return broken(check, `${hostOf(address)} answers ${status}.`, onlyStations);
  } catch (error) {
    return broken(check, `${hostOf(address)}: ${reasonOf(error)}.`, onlyStations);
  }
}
