import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentMethod, SheetKind } from '../../../contract/payment.ts';
import { useServerNow } from '../../api/serverClock.ts';
import { RadioCards } from '../../ui/field/RadioCards.tsx';
import type { RadioCardOption } from '../../ui/field/RadioCards.tsx';
import { RowLink } from '../../ui/link/RowLink.tsx';
import { MethodIcon } from './MethodIcon.tsx';
import { inOrder } from './payOptions.ts';
import type { PayOption } from './payOptions.ts';
import styles from './payment.module.css';
import { useMethodTexts } from './useMethodTexts.ts';

export interface MethodChoiceProps {
  /** The saved methods. The default comes first. */
  methods: readonly PaymentMethod[];
  /** The payment sheets whose kind has no saved method yet. */
  sheets: readonly SheetKind[];
  selected: PayOption | null;
  onMethod: (id: string) => void;
  onSheet: (kind: SheetKind) => void;
  /** GoCash, if it is available. It is the last option and is never hidden. */
  goCash?: { balance: string; reason: string | null; onChoose: () => void } | undefined;
  /** The address of the page that adds a card. It contains the path back. */
  addCardTo: string;
  error: string | null;
  /** Shown below the methods and above the link that adds a method. */
  children?: ReactNode;
}

const hour = 3_600_000;
const goCashValue = 'goCash';

function valueOf(way: PayOption | null): string | null {
  switch (way?.by) {
    case 'method':
      return way.method.id;
    case 'sheet':
      return way.kind;
    case 'goCash':
      return goCashValue;
    case undefined:
      return null;
  }
}

/** A choice of payment methods, with a link that adds a method. */
export function MethodChoice({
  methods,
  sheets,
  selected,
  onMethod,
  onSheet,
  goCash,
  addCardTo,
  error,
  children,
}: MethodChoiceProps) {
  const { t } = useTranslation('payment');
  const now = useServerNow(hour);
  const texts = useMethodTexts();
  const [first] = useState(valueOf(selected));

  const saved = methods.map((method) => {
    const isDefault = method.isDefault ? t(($) => $.method.default) : null;
    return {
      kind: method.kind,
      option: {
        value: method.id,
        label: texts.name(method),
        detail: [isDefault, texts.detail(method, now)].filter((part) => part !== null).join(' · '),
        icon: <MethodIcon method={method} />,
      } satisfies RadioCardOption,
    };
  });
  const fresh = sheets.map((kind) => ({
    kind,
    option: {
      value: kind,
      label: texts.kind(kind),
      icon: <MethodIcon method={{ kind, brand: '' }} />,
    } satisfies RadioCardOption,
  }));
  const options: RadioCardOption[] = inOrder([...saved, ...fresh]).map(({ option }) => option);
  // The method that is selected when the choice appears is at the top, so that riders see it without scrolling.
  options.sort((a, b) => Number(b.value === first) - Number(a.value === first));
  if (goCash) {
    options.push({
      value: goCashValue,
      label: texts.kind('goCash'),
      detail: goCash.balance,
      disabled: goCash.reason !== null,
      reason: goCash.reason,
      icon: <MethodIcon method={{ kind: 'goCash', brand: '' }} />,
    });
  }

  const choose = (value: string) => {
    const sheet = sheets.find((kind) => kind === value);
    if (sheet !== undefined) onSheet(sheet);
    else if (value === goCashValue) goCash?.onChoose();
    else onMethod(value);
  };

  return (
    <div className={styles['methods']}>
      {options.length === 0 ? (
        <>
          <h2>{t(($) => $.unlock.payWith)}</h2>
          {error === null ? null : (
            <p role="alert" className={styles['error']}>
              {error}
            </p>
          )}
        </>
      ) : (
        <RadioCards
          legend={t(($) => $.unlock.payWith)}
          name="paymentMethod"
          value={valueOf(selected)}
          onChange={choose}
          error={error}
          options={options}
        />
      )}
      {children}
      <RowLink
        to={addCardTo}
        state={{ returns: true }}
        icon={<Plus />}
        label={t(($) => $.unlock.addCard)}
      />
    </div>
  );
}
