import { useTranslation } from 'react-i18next';
import type { HostField, HostProblem, HostProblems } from './checkInterest.ts';

/** Returns a function that gives the message for the error of a field, or null. */
export function useProblemText(problems: HostProblems): (field: HostField) => string | null {
  const { t } = useTranslation(['host', 'messages']);
  const texts: Record<HostProblem, string> = {
    required: t(($) => $.errors.required),
    venue: t(($) => $.errors.venue),
    address: t(($) => $.errors.address),
    contact: t(($) => $.errors.contact),
    plain: t(($) => $.errors.plain),
    refused: t(($) => $.errors.refused),
    consent: t(($) => $.errors.consent),
    phone: t(($) => $.messages.phoneFormat),
    email: t(($) => $.messages.emailInvalid),
  };
  return (field) => {
    const problem = problems[field];
    return problem === undefined ? null : texts[problem];
  };
}
