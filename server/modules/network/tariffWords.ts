import type { Language } from '../../../contract/config.ts';
import type { TariffRead, TariffWords } from '../../../contract/operators/tariffs.ts';
import { priceFacts } from '../../../contract/rules/firstScreen/priceFacts.ts';
import type { Tariff } from '../../../contract/rules/pricing/pricing.ts';
import { describeTariff } from '../gbfs/pricingPlans.ts';
import { stationTexts } from '../shell/words.ts';

/** A tariff as riders read it in each language: the lines of a station, and the sentences of the public feed. */
export function tariffWords(tariff: Tariff): TariffRead['words'] {
  const of = (language: Language): TariffWords => ({
    lines: priceFacts(stationTexts(language).say, tariff, language),
    sentences: describeTariff(tariff, language),
  });
  return { en: of('en'), es: of('es'), 'zh-CN': of('zh-CN') };
}
