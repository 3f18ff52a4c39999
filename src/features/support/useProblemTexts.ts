import { useTranslation } from 'react-i18next';
import { isProblem, type Problem } from './reportDraft.ts';

/**
 * Returns a function that gives the name of a problem. A kind that only a newer server has gets the name
 * "other".
 */
export function useProblemTexts(): (kind: string) => string {
  const { t } = useTranslation('help');
  const texts: Record<Problem, string> = {
    didNotComeOut: t(($) => $.didNotComeOut),
    doesNotCharge: t(($) => $.doesNotCharge),
    cannotReturn: t(($) => $.cannotReturn),
    chargedWrongly: t(($) => $.chargedWrongly),
    cabinetBroken: t(($) => $.cabinetBroken),
    other: t(($) => $.other),
  };
  return (kind) => (isProblem(kind) ? texts[kind] : texts.other);
}
