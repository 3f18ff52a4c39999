import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { apiErrorCode } from '../../../api/apiError.ts';
import type { ApiError } from '../../../api/apiError.ts';
import { isDefinitive } from '../../../api/idempotencyKeys.ts';
import { noProblems, problemCount } from './cardProblems.ts';
import type { CardProblems } from './cardProblems.ts';
import type { Billing, CardFieldsMessage } from '../providerTypes.ts';

export type CardEntryStep =
  | { status: 'editing' }
  /** The provider's form validates its fields and creates a token. */
  | { status: 'checking' }
  /** The bank may ask the cardholder for confirmation. */
  | { status: 'asking' }
  /** The card is being saved. */
  | { status: 'saving' }
  | { status: 'invalid'; problems: CardProblems }
  | { status: 'refused'; code: ReturnType<typeof apiErrorCode> };

export interface CardEntryOptions {
  /** Requests a token from the provider's form. Without an address, the form need not create a token. */
  askFields: (billing: Billing | null) => void;
  billing: () => Billing;
  postalProblem: () => CardProblems['postal'];
  /** Saves the card of a token. Resolves to an error, or to null after a success. */
  save: (token: string) => Promise<ApiError | null>;
  onAdded: () => void;
}

/** The time limit for the provider's answer, in milliseconds. */
const answerWithinMs = 20_000;

/** Whether a request is in progress. */
export function isBusy({ status }: CardEntryStep): boolean {
  return status === 'checking' || status === 'asking' || status === 'saving';
}

/** The steps from the press of "Add card" to a saved card. */
export function useCardEntry({
  askFields,
  billing,
  postalProblem,
  save,
  onAdded,
}: CardEntryOptions) {
  const [step, go] = useState<CardEntryStep>({ status: 'editing' });
  const [frameComplete, complete] = useState(false);
  // A token that was sent to our server without a definitive answer so far. Send this token again before requesting a
  // new one, so that the card is not saved twice.
  const openToken = useRef<string | null>(null);

  const keep = async (token: string) => {
    go({ status: 'saving' });
    openToken.current = token;
    const error = await save(token);
    if (error === null) {
      openToken.current = null;
      onAdded();
      return;
    }
    if (isDefinitive(error)) openToken.current = null;
    go({ status: 'refused', code: apiErrorCode(error) });
  };

  const submit = () => {
    if (isBusy(step)) return;
    if (openToken.current !== null && postalProblem() === null) {
      void keep(openToken.current);
      return;
    }
    go({ status: 'checking' });
    askFields(postalProblem() === null ? billing() : null);
  };

  const onMessage = (message: CardFieldsMessage) => {
    if (message.type === 'changed' && step.status !== 'saving') {
      openToken.current = null;
      if (step.status === 'refused') go({ status: 'editing' });
    }
    if (message.type === 'changed') complete(message.complete);
    if (step.status !== 'checking' && step.status !== 'asking') return;
    const postal = postalProblem();
    if (message.type === 'asksOwner') go({ status: 'asking' });
    if (message.type === 'invalid') {
      go({ status: 'invalid', problems: { inFrame: message.fields, postal } });
    }
    if (message.type === 'failed') {
      const code = message.code === 'cardRejected' ? 'cardRejected' : 'paymentProviderUnavailable';
      go({ status: 'refused', code });
    }
    if (message.type === 'token' || message.type === 'checked') {
      const problems: CardProblems = { ...noProblems, postal };
      if (problemCount(problems) > 0) go({ status: 'invalid', problems });
      else if (message.type === 'token') void keep(message.token);
      // The rider corrected the address while the provider validated the fields.
      else go({ status: 'editing' });
    }
  };

  const { status } = step;
  const giveUp = useEffectEvent(() =>
    go({ status: 'refused', code: 'paymentProviderUnavailable' }),
  );
  useEffect(() => {
    const timer = status === 'checking' ? setTimeout(() => giveUp(), answerWithinMs) : undefined;
    return () => clearTimeout(timer);
  }, [status]);

  return { step, frameComplete, submit, onMessage };
}
