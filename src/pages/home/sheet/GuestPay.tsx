import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../../contract/rules/format/money.ts';
import { exampleText, rateText } from '../../../../contract/rules/firstScreen/priceFacts.ts';
import type { Say } from '../../../../contract/rules/firstScreen/texts.ts';
import { quote } from '../../../../contract/rules/pricing/pricing.ts';
import type { Station } from '../../../../contract/stations.ts';
import { TermsLine } from '../../../features/auth/TermsLine.tsx';
import { BeforePayment } from '../../../features/payment/beforePayment.ts';
import { guestCardPath } from '../../../features/payment/cardPath.ts';
import { useGetCardFormQuery } from '../../../features/payment/paymentApi.ts';
import { readPageCardForm } from '../../../features/payment/pageCardForm.ts';
import { deviceWallet } from '../../../features/payment/payOptions.ts';
import { SheetEntry } from '../../../features/payment/SheetEntry.tsx';
import { UnlockNotice } from '../../../features/payment/unlock/UnlockNotice.tsx';
import { useMethodTexts } from '../../../features/payment/useMethodTexts.ts';
import { useOpenNow } from '../../../features/stations/hours/useOpenNow.ts';
import { ButtonLink } from '../../../ui/button/Button.tsx';
import { usePayAsGuest } from '../../rental/usePayAsGuest.ts';
import styles from './GuestPay.module.css';

export interface GuestPayProps {
  station: Station;
  /** The link to the login, which stays until the payment methods are known. */
  login: ReactNode;
  /** The address of the login that leads back to the unlock page. */
  loginTo: string;
  /** Stores that an unlock began, before the guest leaves the sheet. */
  onLeave: () => void;
}

/**
 * The actions of a guest on the sheet of a station: pay at once with the wallet of the device or with a card, or
 * log in. With the wallet, the guest needs only two taps: one here, and one in the payment sheet.
 */
export function GuestPay({ station, login, loginTo, onLeave }: GuestPayProps) {
  const { t, i18n } = useTranslation(['payment', 'stations']);
  const texts = useMethodTexts();
  const [pageForm] = useState(readPageCardForm);
  const { data: form = pageForm, isError } = useGetCardFormQuery();
  const { openSession, pay, busy, error } = usePayAsGuest(station);
  const { currency, deposit } = station.tariff;
  const price = quote(station.tariff, null, false);
  const money = (amount: number) => formatMoney({ amount, currency });
  const say: Say = (key, values) => t(($) => $.stations[key], values);
  const rate = rateText(say, station.tariff, i18n.language);
  // No-break spaces keep the example in one line.
  const example = exampleText(say, station.tariff, i18n.language).replaceAll(' ', '\u00a0');
  const isOpen = useOpenNow()(station);
  const wallet = deviceWallet(form?.sheets.map(({ kind }) => kind) ?? []);
  const amount = money(price.unlockHold);
  const cardTo = guestCardPath(station.id);
  // Show the login until the methods are known. If a button changed while the guest presses it, the guest would pay
  // with the wrong method.
  if (form === undefined && !isError) return login;

  return (
    <>
      <div className={styles['terms']}>
        <p>{t(($) => $.unlock.holdDetail)}</p>
        <TermsLine />
      </div>
      <div className="home-foot">
        <div role="alert">
          {error === null ? null : <UnlockNotice code={error.code} payNow={null} />}
        </div>
        {isOpen ? null : <p className={styles['closed']}>{t(($) => $.unlock.closed)}</p>}
        <p className={styles['price']}>{t(($) => $.guest.price, { fee: amount, rate, example })}</p>
        {price.cardHold === 0 ? null : (
          <p className={styles['held']}>
            {deposit > 0
              ? t(($) => $.unlock.depositHeld, { amount: money(deposit) })
              : t(($) => $.unlock.heldNow, { amount: money(price.cardHold) })}
          </p>
        )}
        <div className={styles['links']}>
          {wallet === null ? null : (
            <ButtonLink to={cardTo} variant="text" onClick={onLeave}>
              {t(($) => $.guest.byCard)}
            </ButtonLink>
          )}
          <ButtonLink to={loginTo} variant="text" onClick={onLeave}>
            {t(($) => $.guest.logIn)}{' '}
            <span className="visually-hidden">{t(($) => $.guest.logInToUnlock)}</span>
          </ButtonLink>
        </div>
        {/* The main button is the last element, so that it stays where the server has painted it. */}
        <div className={styles['main']}>
          {wallet !== null && form !== undefined ? (
            // Set the attribute only during the payment. In a view transition, the browser ignores taps on an element
            // with this attribute. The app also shows this sheet with a view transition.
            <div className={styles['pay']} data-travels={busy ? '' : undefined}>
              <BeforePayment value={openSession}>
                <SheetEntry
                  key={wallet}
                  form={form}
                  kind={wallet}
                  variant="spark"
                  makeDefault
                  busy={busy}
                  busyLabel={t(($) => $.unlock.paying)}
                  onAdded={({ id }) => void pay(id)}
                >
                  {t(($) => $.guest.payWith, { amount, kind: texts.kind(wallet) })}
                </SheetEntry>
              </BeforePayment>
            </div>
          ) : (
            <ButtonLink to={cardTo} variant="spark" onClick={onLeave}>
              {t(($) => $.guest.payByCard, { amount })}
            </ButtonLink>
          )}
        </div>
      </div>
    </>
  );
}
