import { CreditCard, Plus } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { RowLink } from '../../ui/link/RowLink.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { addMethodPath, methodsPath } from './cardPath.ts';
import { loaded } from './loadState.ts';
import styles from './methods.module.css';
import { MethodRows } from './MethodRows.tsx';
import { useGetPaymentMethodsQuery } from './paymentApi.ts';

/** The number of methods in this list. A separate page shows all methods. */
const shown = 3;

/** The rider's payment methods, as a section of the payment page. */
export function MyMethods() {
  const { t } = useTranslation('payment');
  const id = useId();
  const query = useGetPaymentMethodsQuery(undefined);
  const methods = loaded(query);
  const hasMethods = methods.status === 'ready' && methods.value.length > 0;
  return (
    <section aria-labelledby={id}>
      <div className={styles['heading']}>
        <h2 id={id}>{t(($) => $.methods.heading)}</h2>
        {hasMethods ? (
          <ButtonLink to={methodsPath} variant="text">
            {t(($) => $.methods.manage)}
          </ButtonLink>
        ) : null}
      </div>
      {methods.status === 'loading' ? <Skeleton lines={3} /> : null}
      {methods.status === 'failed' ? (
        <ErrorState
          message={t(($) => $.unlock.methodsFailed)}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {hasMethods ? (
        <>
          <MethodRows methods={methods.value.slice(0, shown)} />
          <AddMethodRow />
        </>
      ) : null}
      {methods.status === 'ready' && !hasMethods ? <NoMethods variant="quiet" /> : null}
    </section>
  );
}

/** The link that adds a method. Its place is below the list. */
export function AddMethodRow() {
  const { t } = useTranslation('payment');
  return (
    <div className={styles['row']}>
      <RowLink to={addMethodPath} icon={<Plus />} label={t(($) => $.methods.add)} />
    </div>
  );
}

/**
 * The message for a rider who has no payment method yet. Its button is `quiet` if the screen has
 * another main action.
 */
export function NoMethods({ variant = 'action' }: { variant?: 'action' | 'quiet' }) {
  const { t } = useTranslation('payment');
  return (
    <EmptyState
      symbol={<CreditCard />}
      title={t(($) => $.methods.empty)}
      text={t(($) => $.methods.emptyText)}
      action={
        <ButtonLink to={addMethodPath} variant={variant}>
          {t(($) => $.methods.add)}
        </ButtonLink>
      }
    />
  );
}
