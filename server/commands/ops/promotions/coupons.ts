import {
  CouponEnded,
  CouponList,
  CouponsCreated,
  type CouponForOperators,
} from '../../../../contract/operators/promotions.ts';
import { OnlyReason } from '../../../../contract/operators/team.ts';
import { readCoupon } from '../../coupons/readCoupon.ts';
import { jsonText, RefusedError, UsageError, type Program } from '../../runCommand.ts';
import { callServer, type OpsContext } from '../opsClient.ts';
import { readBody } from '../readBody.ts';
import { takeCommon } from './takeCommon.ts';

const couponsPath = '/api/ops/coupons';

/**
 * The commands for coupons.
 *
 * @param usualWhy the reason that a change gets if `--why` is missing. If `usualWhy` is absent,
 *   each change needs `--why`.
 */
export function couponCommands(usualWhy?: string): Program<OpsContext>['commands'] {
  return {
    create(args) {
      const { rest, why = usualWhy, as, json } = takeCommon(args);
      const coupon = readCoupon(rest);
      const body = { ...readBody(OnlyReason, { why }), coupon };
      return async (context) => {
        const made = await callServer(context, CouponsCreated, couponsPath, { body, as });
        return json ? jsonText(made) : `code\n${made.codes.join('\n')}\n`;
      };
    },
    list(args) {
      const { rest, as, json } = takeCommon(args);
      if (rest.length > 0) throw new UsageError('list takes only options.');
      return async (context) => {
        const found: CouponForOperators[] = [];
        let cursor: string | null = null;
        do {
          const query = new URLSearchParams({ limit: '1000', ...(cursor !== null && { cursor }) });
          const path = `${couponsPath}?${query.toString()}`;
          const page: CouponList = await callServer(context, CouponList, path, { as });
          found.push(...page.coupons);
          cursor = page.nextCursor;
        } while (cursor !== null);
        if (json) return jsonText({ coupons: found });
        const head = 'code,kind,value,redemptions,max,starts,expires,ended\n';
        return [head, ...found.map(lineOf)].join('');
      };
    },
    end(args) {
      const { rest, why = usualWhy, as, json } = takeCommon(args);
      const [code, ...more] = rest;
      if (code === undefined || more.length > 0) throw new RefusedError('end takes one code.');
      const body = readBody(OnlyReason, { why });
      return async (context) => {
        const path = `${couponsPath}/${encodeURIComponent(code)}/end`;
        const ended = await callServer(context, CouponEnded, path, { body, as });
        return json ? jsonText(ended) : `${ended.code} has ended.\n`;
      };
    },
  };
}

function lineOf(coupon: CouponForOperators): string {
  const { code, kind, amount, currency, minutes, redemptions, max } = coupon;
  const value = minutes === null ? `${amount} ${currency}` : `${minutes} min`;
  const times = [coupon.startsAt, coupon.expiresAt, coupon.endedAt].map((at) => at ?? '');
  return `${[code, kind, value, redemptions, max ?? '', ...times].join(',')}\n`;
}
