import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { useLazyPart } from '../../lib/loading/useLazyPart.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import type { CardFieldsProps, SheetButtonProps } from './providerTypes.ts';
import { SandboxSheetButton } from './sandbox/SandboxSheetButton.tsx';

const sandboxFields = new LazyPart(
  async () => (await import('./sandbox/SandboxCardFields.tsx')).SandboxCardFields,
);

/**
 * Both parts of Stripe are in one chunk. The service worker does not precache the chunk, because the chunk is useless
 * without a network.
 */
const stripeParts = () => import('./stripe/stripeParts.ts');
const stripeFields = new LazyPart(async () => (await stripeParts()).StripeCardFields);
const stripeButton = new LazyPart(async () => (await stripeParts()).StripeSheetButton);

/** The provider's own fields for the card details. */
export function CardFields(props: CardFieldsProps) {
  const { form } = props;
  switch (form.provider) {
    case 'sandbox':
      return (
        <Fetched part={sandboxFields} meanwhile={<Skeleton lines={4} />}>
          {(Part) => <Part {...props} form={form} />}
        </Fetched>
      );
    case 'stripe':
      return (
        <Fetched part={stripeFields} meanwhile={<Skeleton lines={4} />}>
          {(Part) => <Part {...props} form={form} />}
        </Fetched>
      );
  }
}

/** The button that opens the provider's payment sheet. */
export function SheetButton(props: SheetButtonProps) {
  const { form } = props;
  switch (form.provider) {
    case 'sandbox':
      return <SandboxSheetButton {...props} form={form} />;
    case 'stripe':
      return (
        <Fetched part={stripeButton} meanwhile={<Skeleton lines={1} />}>
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
