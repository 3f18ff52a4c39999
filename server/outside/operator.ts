import type { CaseOutcome } from '../../contract/operators/desk.ts';
import type { OperatorRole } from '../../contract/operators/team.ts';
import type { Tariff } from '../../contract/rules/pricing/pricing.ts';
import { NewCampaign } from '../modules/campaigns/newCampaign.ts';
import type { CreatedCampaign } from '../modules/raffles/createCampaign.ts';
import { NewCoupon } from '../modules/coupons/createCoupons.ts';
import { NewNews } from '../modules/notifications/publishNews.ts';
import type { StationRecord } from '../modules/stations/saveStations.ts';
import { ReportAnswer } from '../modules/support/answerReport.ts';

/** The schemas of the values that an operator enters. */
export const operatorInput = {
  campaign: NewCampaign,
  coupon: NewCoupon,
  news: NewNews,
  reportAnswer: ReportAnswer,
} as const;

/**
 * The port by which the sandbox acts as an operator. Each action except `inviteOperator` throws a
 * `ProblemError` if the server refuses it.
 */
export interface Operator {
  /** Returns the codes of the new coupons. */
  createCoupons(coupon: NewCoupon): Promise<string[]>;
  /** @param at the time of creation; the default is now. */
  createCampaign(campaign: NewCampaign, at?: Date): Promise<CreatedCampaign>;
  endCampaign(type: string): Promise<void>;
  answerReport(number: string, answer: string): Promise<{ isRepeated: boolean }>;
  /** Closes the case of the dispute about an order. */
  closeDispute(orderNumber: string, outcome: CaseOutcome): Promise<void>;
  publishNews(news: NewNews): Promise<void>;
  /**
   * Invites an operator with an account at the simulated sign-in provider. If an operator of this name or address
   * exists, the call changes nothing.
   */
  inviteOperator(operator: { name: string; role: OperatorRole; email: string }): Promise<void>;
}

/** A station, with the secret of its cabinet and a picture. */
export interface NewStation extends Omit<
  StationRecord,
  'tariffId' | 'venueId' | 'layout' | 'secretHash' | 'source'
> {
  photo: string;
  /** A tiny picture as a data URL, see `Station`. */
  photoBlur: string;
  secret: string;
}

/**
 * Adds the tariff, and the stations that do not exist yet. An existing station gets the new secret. If it has no
 * picture, it also gets the picture. Its other data does not change.
 */
export type EnterStations = (tariff: Tariff, stations: readonly NewStation[]) => Promise<void>;
