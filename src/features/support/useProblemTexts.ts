import { useTranslation } from 'react-i18next';
import { isProblem, type Problem } from './reportDraft.ts';

/**
 * Returns a function that gives the name of a problem. If this app does not support the kind, because the server is
 * newer, the name is "other".
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
