import type { OperatorRole } from '../../contract/operators/team.ts';

/** An account at the simulated provider of the operators. */
export interface OperatorAccount {
  /** The name of the operator, and the subject of the account. */
  readonly name: string;
  readonly email: string;
  readonly role: OperatorRole;
  /** Whether the provider checks a second factor. If not, the server itself asks for a second factor. */
  readonly isMultiFactor: boolean;
}

const account = (
  role: OperatorRole,
  { name = `Demo ${role}`, isMultiFactor = true } = {},
): OperatorAccount => ({
  name,
  email: `${name.toLowerCase().replaceAll(' ', '.')}@sandbox.example`,
  role,
  isMultiFactor,
});

/** One account for each role, and one more account, for which the provider checks only the password. */
export const operatorAccounts: readonly OperatorAccount[] = [
  account('administrator'),
  account('support'),
  account('field'),
  account('finance'),
  account('marketing'),
  account('readOnly'),
  account('support', { name: 'Demo password only', isMultiFactor: false }),
];
