import { beforeAll, describe, expect, test } from 'vitest';
import type { Language } from '../../../contract/config.ts';
import type { HelpAnswerId } from '../../lib/navigation/helpTopics.ts';
import { loadHelpTopics } from './helpTexts.ts';
import { indexHelp, searchHelp, type HelpIndex } from './searchHelp.ts';

const cases: Record<Language, readonly (readonly [string, HelpAnswerId])[]> = {
  en: [
    ['nothing came out', 'notOut'],
    ['it didn’t eject, i paid', 'notOut'],
    ['still charging me after i gave it back', 'stillOngoing'],
    ['refund', 'refund'],
    ['where is my deposit', 'refund'],
    ['DOUBLE charge', 'chargedTwice'],
    ['charged two times', 'chargedTwice'],
    ['no free slots', 'full'],
    ['stolen charger', 'lost'],
    ['battery dead return', 'withoutPhone'],
    ['sms not received', 'code'],
    ['coupon invalid', 'coupons'],
    ['how do I delete my account?', 'deleteAccount'],
    ['invoice for my employer', 'receipts'],
    ['withdraw gocash', 'goCashRefund'],
    ['price', 'price'],
  ],
  es: [
    ['no salio nada', 'notOut'],
    ['PAGUÉ y no salió', 'notOut'],
    ['sigue en curso', 'stillOngoing'],
    ['al revés', 'stillOngoing'],
    ['reembolso del depósito', 'refund'],
    ['me cobraron doble', 'chargedTwice'],
    ['estacion llena', 'full'],
    ['perdi el cargador', 'lost'],
    ['no me llega el sms', 'code'],
    ['cupon invalido', 'coupons'],
    ['borrar mi cuenta', 'deleteAccount'],
    ['factura', 'receipts'],
    ['multa por atraso', 'late'],
  ],
  'zh-CN': [
    ['没有弹出来', 'notOut'],
    ['充电宝没出来', 'notOut'],
    ['还了还在计费', 'stillOngoing'],
    ['押金什么时候退', 'refund'],
    ['重复扣款', 'chargedTwice'],
    ['站点满了', 'full'],
    ['充电宝弄丢了', 'lost'],
    ['收不到验证码', 'code'],
    ['优惠码无效', 'coupons'],
    ['注销账号', 'deleteAccount'],
    ['发票', 'receipts'],
    ['没电', 'withoutPhone'],
  ],
};

describe.each(Object.entries(cases))('the search of the help center in %s', (name, asked) => {
  let index: HelpIndex;
  beforeAll(async () => {
    const language = name === 'es' || name === 'zh-CN' ? name : 'en';
    index = indexHelp(await loadHelpTopics(language));
  });

  test.each(asked)('“%s” finds the right answer first', (query, wanted) => {
    expect(searchHelp(index, query).map(({ id }) => id)[0]).toBe(wanted);
  });

  test.each(['', '   ', '???', 'qwxzy', '🔌', '<script>', '.*'])('“%s” finds nothing', (query) => {
    expect(searchHelp(index, query)).toEqual([]);
  });

  test('the beginning of a search finds at most eight answers', () => {
    for (const [query] of asked) {
      expect(searchHelp(index, query.slice(0, Math.ceil(query.length / 2))).length).toBeLessThan(9);
    }
  });
});
