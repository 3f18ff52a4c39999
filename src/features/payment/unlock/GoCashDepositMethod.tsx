import { useTranslation } from 'react-i18next';
import type { PaymentMethod } from '../../../../contract/payment.ts';
import { SelectField } from '../../../ui/field/SelectField.tsx';
import styles from '../payment.module.css';
import { useMethodTexts } from '../useMethodTexts.ts';

export interface GoCashDepositMethodProps {
  methods: readonly PaymentMethod[];
  /** The method that holds the deposit while GoCash pays. */
  method: PaymentMethod;
  onMethod: (id: string) => void;
  /** The amount of the deposit as text; null if no deposit is held. */
  deposit: string | null;
}

/** Explains which method holds the deposit while GoCash pays, and what else that method may pay. */
export function GoCashDepositMethod({
  methods,
  method,
  onMethod,
  deposit,
}: GoCashDepositMethodProps) {
  const { t } = useTranslation('payment');
  const texts = useMethodTexts();
  const name = texts.name(method);
  return (
    <div className={styles['behind']}>
      <p>
        {deposit === null
          ? t(($) => $.goCash.restOnMethod, { method: name })
          : t(($) => $.goCash.restOnDeposit, { method: name, amount: deposit })}
      </p>
      {methods.length > 1 ? (
        <SelectField
          label={deposit === null ? t(($) => $.goCash.restFrom) : t(($) => $.goCash.depositOn)}
          name="depositMethod"
          value={method.id}
          onChange={onMethod}
          options={methods.map((one) => ({ value: one.id, label: texts.name(one) }))}
        />
      ) : null}
    </div>
  );
}
