import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CardForm } from '../../../contract/payment.ts';
import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { useLazyPart } from '../../lib/loading/useLazyPart.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import type { CardFieldsProps, SheetButtonProps } from './providerTypes.ts';
import type { SandboxSheetButtonProps } from './sandbox/SandboxSheetButton.tsx';

type FormOf<Provider extends CardForm['provider']> = Extract<CardForm, { provider: Provider }>;

/**
 * Parts that load the code of a payment provider. Only the code of the provider in use is fetched.
 */
interface ProviderParts<Form extends CardForm, Sheet = SheetButtonProps<Form>> {
  CardFields: LazyPart<CardFieldsProps<Form>>;
  SheetButton: LazyPart<Sheet>;
}

const sandbox: ProviderParts<FormOf<'sandbox'>, SandboxSheetButtonProps> = {
  CardFields: new LazyPart(
    async () => (await import('./sandbox/SandboxCardFields.tsx')).SandboxCardFields,
  ),
  SheetButton: new LazyPart(
    async () => (await import('./sandbox/SandboxSheetButton.tsx')).SandboxSheetButton,
  ),
};

/**
 * Both parts of Stripe are in one chunk. The service worker does not precache the chunk, because the chunk is useless
 * without a network.
 */
const stripeParts = () => import('./stripe/stripeParts.ts');
const stripe: ProviderParts<FormOf<'stripe'>> = {
  CardFields: new LazyPart(async () => (await stripeParts()).StripeCardFields),
  SheetButton: new LazyPart(async () => (await stripeParts()).StripeSheetButton),
};

/** The provider's own fields for the card details. */
export function CardFields(props: CardFieldsProps) {
  const { form } = props;
  switch (form.provider) {
    case 'sandbox':
      return (
        <Fetched part={sandbox.CardFields} meanwhile={<Skeleton lines={4} />}>
          {(Part) => <Part {...props} form={form} />}
        </Fetched>
      );
    case 'stripe':
      return (
        <Fetched part={stripe.CardFields} meanwhile={<Skeleton lines={4} />}>
          {(Part) => <Part {...props} form={form} />}
        </Fetched>
      );
  }
}

/** The button that opens the provider's payment sheet. */
export function SheetButton(props: SheetButtonProps) {
  const { form } = props;
  const [isPressed, press] = useState(false);
  switch (form.provider) {
    case 'sandbox':
      return (
        <Fetched
          part={sandbox.SheetButton}
          // This placeholder looks like the final button. A press opens the sheet as soon as its code has loaded.
          meanwhile={
            <Button
              variant={props.variant}
              busy={props.busy || isPressed}
              disabled={props.disabled}
              describedBy={props.describedBy}
              onClick={() => press(true)}
            >
              {props.children}
            </Button>
          }
        >
          {(Part) => <Part {...props} form={form} opensAtOnce={isPressed} />}
        </Fetched>
      );
    case 'stripe':
      return (
        <Fetched part={stripe.SheetButton} meanwhile={<Skeleton lines={1} />}>
          {(Part) => <Part {...props} form={form} />}
        </Fetched>
      );
  }
}

interface FetchedProps<Props> {
  part: LazyPart<Props>;
  meanwhile: ReactNode;
  children: (Part: React.ComponentType<Props>) => ReactNode;
}

function Fetched<Props>({ part, meanwhile, children }: FetchedProps<Props>) {
  const { t } = useTranslation('payment');
  const state = useLazyPart(part);
  switch (state.status) {
    case 'ready':
      return children(state.Part);
    case 'failed':
      return (
        <ErrorState message={t(($) => $.card.frameFailed)} onRetry={() => void part.fetch()} />
      );
    case 'idle':
    case 'loading':
      return meanwhile;
  }
}
