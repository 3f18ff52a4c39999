/**
 * The ids of the topics of the help center, each with the ids of its answers. `?topic=` can name a
 * topic, an answer or a situation (`helpContexts`).
 */
export const helpTopics = {
  renting: [
    'notOut',
    'preparing',
    'technical',
    'noChargers',
    'paymentFailed',
    'price',
    'howToRent',
    'oneAtATime',
    'notCharging',
    'camera',
    'location',
  ],
  returning: ['stillOngoing', 'howToReturn', 'full', 'withoutPhone', 'lost'],
  deposit: ['refund', 'late', 'chargedTwice', 'unpaid', 'wrongAmount', 'receipts'],
  gocash: ['goCash', 'goCashInsufficient', 'goCashRefund', 'coupons', 'invite'],
  account: ['code', 'changePhone', 'stolenPhone', 'deleteAccount'],
} as const;

type Topic = keyof typeof helpTopics;
export type HelpAnswerId = (typeof helpTopics)[Topic][number];

/**
 * The situations in which the app shows an error or a problem. The value is the answer in the help
 * center that fits the situation.
 */
export const helpContexts = {
  technicalError: 'technical',
  paymentError: 'paymentFailed',
  outOfChargers: 'noChargers',
  didNotComeOut: 'notOut',
  preparingTooLong: 'preparing',
  cameraDenied: 'camera',
  locationDenied: 'location',
  unpaidOrder: 'unpaid',
  ongoingAfterReturn: 'stillOngoing',
  holds: 'refund',
  couponInvalid: 'coupons',
  goCashTooLittle: 'goCashInsufficient',
  codeMissing: 'code',
} as const satisfies Record<string, HelpAnswerId>;

export type HelpContext = keyof typeof helpContexts;

/**
 * Returns the topic or answer for `?topic=`, which may name a situation, an answer or a topic.
 * Returns null for any other text.
 */
export function readHelpTopic(asked: string | null): string | null {
  if (asked === null) return null;
  const entry = Object.entries(helpContexts).find(([context]) => context === asked);
  if (entry !== undefined) return entry[1];
  const known: readonly string[] = Object.entries(helpTopics).flatMap(([topic, answers]) => [
    topic,
    ...answers,
  ]);
  return known.includes(asked) ? asked : null;
}
