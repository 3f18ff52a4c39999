import { isPlainText } from '../../../contract/rules/people/hosts.ts';
import { emailPattern, maxEmailLength } from '../../../contract/rules/people/profile.ts';
import type { HostDraft } from './hostDraft.ts';

/** The names of the form's fields, in the order of the form. */
export const hostFields = [
  'business',
  'venue',
  'address',
  'contactName',
  'phone',
  'email',
  'message',
  'consent',
] as const;
export type HostField = (typeof hostFields)[number];

export type HostProblem =
  | 'required'
  | 'venue'
  | 'address'
  | 'contact'
  | 'phone'
  | 'email'
  | 'plain'
  | 'refused'
  | 'consent';

export type HostProblems = Partial<Record<HostField, HostProblem>>;

export function normalEmail(typed: string): string {
  return typed.normalize('NFKC').trim().toLowerCase();
}

function checkEmail(typed: string): HostProblem | null {
  const email = normalEmail(typed);
  if (email === '') return null;
  return email.length <= maxEmailLength && emailPattern.test(email) ? null : 'email';
}

const checkText = (text: string): HostProblem | null => (isPlainText(text) ? null : 'plain');

const checkRequired = (text: string) => (text.trim() === '' ? 'required' : checkText(text));

/**
 * Returns the error of each field. `isPhoneWrong`: true if the phone number does not fit the
 * numbering plans.
 */
export function checkInterest(typed: HostDraft, isPhoneWrong: boolean): HostProblems {
  const hasContact = typed.phone.trim() !== '' || typed.email.trim() !== '';
  const hasPlace = typed.place !== null || typed.address.trim() !== '';
  const found: Record<HostField, HostProblem | null> = {
    business: checkRequired(typed.business),
    venue: typed.venue === null ? 'venue' : null,
    address: hasPlace ? checkText(typed.address) : 'address',
    contactName: checkRequired(typed.contactName),
    phone: !hasContact ? 'contact' : isPhoneWrong ? 'phone' : null,
    email: checkEmail(typed.email),
    message: checkText(typed.message),
    consent: typed.consent ? null : 'consent',
  };
  const problems: HostProblems = {};
  for (const field of hostFields) {
    const problem = found[field];
    if (problem !== null) problems[field] = problem;
  }
  return problems;
}

/**
 * Returns the fields that the server refused, from the paths in its answer. For example, `body.place.lat`
 * belongs to the field `address`.
 */
export function refusedFields(paths: readonly string[]): HostProblems {
  const problems: HostProblems = {};
  for (const path of paths) {
    const name = path.split('.')[1];
    const field = name === 'place' ? 'address' : hostFields.find((each) => each === name);
    if (field)
      problems[field] = field === 'phone' ? 'phone' : field === 'email' ? 'email' : 'refused';
  }
  return problems;
}
