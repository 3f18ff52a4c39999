import { useTranslation } from 'react-i18next';
import type { Config } from '../../../contract/config.ts';
import type { Money } from '../../../contract/money.ts';
import { formatDuration } from '../../../contract/rules/format/duration.ts';
import { formatHours } from '../../lib/format/formatHours.ts';
import { formatMoney } from '../../../contract/rules/format/money.ts';
import type { HelpLine } from './helpTexts.ts';

/**
 * Formatted figures by their names in the texts. A figure is null if it is unknown. Most figures
 * are also null if they are zero.
 */
export type Figures = Readonly<Record<string, string | null>>;

/** All figures of the help center, from the operator's configuration. */
export function useFigures(config: Config | undefined): Figures {
  const { t, i18n } = useTranslation('orders');
  const { language } = i18n;
  const { terms, refunds, referral, goCash } = config ?? {};

  // Zero becomes null, because a deposit of zero means that there is no deposit.
  const money = (value: Money | null | undefined) =>
    value && value.amount > 0 ? formatMoney(value) : null;
  const time = (minutes: number | null | undefined) =>
    minutes ? formatHours(minutes, language) : null;
  const count = (days: number | undefined) => days?.toString() ?? null;

  const rate = (): string | null => {
    const amount = money(terms?.rate);
    const minutes = terms?.rateMinutes;
    if (amount === null || !minutes) return null;
    return minutes === 60
      ? t(($) => $.rateHour, { amount })
      : t(($) => $.rateMinutes, { amount, count: minutes });
  };
  return {
    unlockFee: money(terms?.unlockFee),
    grace: time(terms?.graceMinutes),
    rate: rate(),
    cap: money(terms?.cap),
    capTime: time(terms?.capMinutes),
    deposit: money(terms?.deposit),
    depositTime: time(terms?.depositCaptureMinutes),
    lostTime: time(terms?.lostMinutes),
    overdueFee: money(terms?.overdueFee),
    lostTotal: money(terms?.lostTotal),
    foundDays: count(terms?.foundDays ?? undefined),
    wait: terms ? formatDuration(terms.chargerWaitSeconds * 1000, language) : null,
    minimumDays: count(refunds?.minimumDays),
    maximumDays: count(refunds?.maximumDays),
    supportDays: count(refunds?.supportAfterDays),
    reward: money(referral?.reward),
    goCashRefund: goCash?.refundable ? '' : null,
  };
}

/**
 * Fills the figures into a text. If a figure is unknown, returns the fallback text, or null if the text has
 * no fallback.
 */
export function fillLine(line: HelpLine, figures: Figures): string | null {
  if (typeof line === 'string') return line;
  let isKnown = line.figure === undefined || (figures[line.figure] ?? null) !== null;
  const filled = line.known.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const figure = figures[name] ?? null;
    isKnown &&= figure !== null;
    return figure ?? '';
  });
  const words = isKnown ? filled : line.unknown;
  return words === '' ? null : words;
}
