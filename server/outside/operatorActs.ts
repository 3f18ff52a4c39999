import { randomUUID } from 'node:crypto';
import type { Dependencies } from '../dependencies.ts';
import { ProblemError } from '../http/problem.ts';
import { CampaignRefusedError, endCampaign } from '../modules/campaigns/insertCampaign.ts';
import { closeDispute } from '../modules/desk/closeCase.ts';
import { DeskError } from '../modules/desk/deskError.ts';
import { CodeTakenError, createCoupons } from '../modules/coupons/createCoupons.ts';
import { NewsRepeatedError, publishNews } from '../modules/notifications/publishNews.ts';
import { OpsError } from '../modules/operators/opsError.ts';
import { inviteOperator } from '../modules/operators/team.ts';
import { createCampaign } from '../modules/raffles/createCampaign.ts';
import { answerReport, ReportError } from '../modules/support/answerReport.ts';
import { transact } from '../db/unitOfWork.ts';
import type { Operator } from './operator.ts';

/** Performs the actions of the sandbox's operator on the server's database. */
export function createOperator(deps: Dependencies): Operator {
  const { db, clock, settings } = deps;
  return {
    async createCoupons(coupon) {
      try {
        return await createCoupons(db, coupon, settings.currency, clock.now());
      } catch (error) {
        if (!(error instanceof CodeTakenError)) throw error;
        throw new ProblemError('invalidInput', { fields: ['body.code'] });
      }
    },
    async createCampaign(campaign, at = clock.now()) {
      try {
        return await createCampaign(db, campaign, settings.currency, at);
      } catch (error) {
        if (!(error instanceof CampaignRefusedError)) throw error;
        throw new ProblemError('invalidInput', { fields: [`body.${error.field}`] });
      }
    },
    async endCampaign(type) {
      if (!(await endCampaign(db, type, clock.now()))) throw new ProblemError('campaignNotFound');
    },
    async answerReport(number, answer) {
      try {
        return await transact(deps, (work) => answerReport(work, number, answer));
      } catch (error) {
        if (!(error instanceof ReportError)) throw error;
        throw new ProblemError(error.isMissing ? 'notFound' : 'invalidInput');
      }
    },
    async closeDispute(order, outcome) {
      const act = {
        who: 'sandbox',
        hasOwnKey: true,
        why: 'decided in the sandbox',
        key: randomUUID(),
        roles: ['support'],
        origin: null,
      } as const;
      try {
        await transact(deps, (work) => closeDispute(work, order, outcome, act));
      } catch (error) {
        if (!(error instanceof DeskError)) throw error;
        throw new ProblemError(error.code === 'caseNotFound' ? 'notFound' : 'notDisputable');
      }
    },
    async inviteOperator({ name, role, email }) {
      const act = {
        who: 'sandbox',
        why: 'an operator of the sandbox',
        key: `sandbox-operator-${role}-${email}`,
        roles: ['administrator'],
        origin: null,
      } as const;
      const invited = { name, roles: [role], account: { email } };
      try {
        await transact(deps, (work) =>
          inviteOperator(work, invited, { issuer: null, settings }, act),
        );
      } catch (error) {
        // Somebody has added an operator of this name or address.
        if (!(error instanceof OpsError)) throw error;
      }
    },
    async publishNews(news) {
      try {
        await transact(deps, (work) => publishNews(work, news));
      } catch (error) {
        if (!(error instanceof NewsRepeatedError)) throw error;
        throw new ProblemError('invalidInput');
      }
    },
  };
}
