import type { Tariff } from '../../contract/rules/pricing/pricing.ts';
import { NewCampaign } from '../modules/campaigns/newCampaign.ts';
import type { CreatedCampaign } from '../modules/raffles/createCampaign.ts';
import { NewCoupon } from '../modules/coupons/createCoupons.ts';
import { NewNews } from '../modules/notifications/publishNews.ts';
import type { AnsweredDispute, DisputeAnswer } from '../modules/orders/answerDispute.ts';
import type { StationRecord } from '../modules/stations/saveStations.ts';
import { ReportAnswer } from '../modules/support/answerReport.ts';

/** The schemas of an operator's input. */
export const operatorInput = {
  campaign: NewCampaign,
  coupon: NewCoupon,
  news: NewNews,
  reportAnswer: ReportAnswer,
} as const;

/**
 * The port through which the sandbox acts as an operator. Each action throws a `ProblemError` if it
 * is refused.
 */
export interface Operator {
  /** Returns the codes. */
  createCoupons(coupon: NewCoupon): Promise<string[]>;
  /** @param at when it was created; now by default. */
  createCampaign(campaign: NewCampaign, at?: Date): Promise<CreatedCampaign>;
  endCampaign(type: string): Promise<void>;
  answerReport(number: string, answer: string): Promise<{ isRepeated: boolean }>;
  answerDispute(orderNumber: string, answer: DisputeAnswer): Promise<AnsweredDispute>;
  publishNews(news: NewNews): Promise<void>;
}

/** A station with the secret of its cabinet and a picture. */
export interface NewStation extends Omit<StationRecord, 'tariffId' | 'secretHash' | 'source'> {
  photo: string;
  secret: string;
}

/**
 * Adds the tariff and the stations that do not exist yet. An existing station gets the new secret, and
 * a picture if it has none; its other data do not change.
 */
export type EnterStations = (tariff: Tariff, stations: readonly NewStation[]) => Promise<void>;
