import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HostTerms } from '../../../contract/hosts.ts';
import { formatDuration } from '../../../contract/rules/format/duration.ts';
import { formattingLocale } from '../../../contract/rules/format/formattingLocale.ts';
import { numberFormat } from '../../../contract/rules/format/numberFormat.ts';
import {
  assumptionBounds,
  estimateDays,
  estimateEarnings,
  isVenueKind,
  usualAssumptions,
  type Assumptions,
  type EstimateTerms,
  type VenueKind,
} from '../../../contract/rules/people/hosts.ts';
import { formatMoney } from '../../../contract/rules/format/money.ts';
import { RangeField } from '../../ui/field/RangeField.tsx';
import { SelectField } from '../../ui/field/SelectField.tsx';
import styles from './host.module.css';
import { useVenueNames } from './useVenueNames.ts';

type Venues = NonNullable<HostTerms['estimate']>['venues'];

export interface EarningsEstimateProps {
  terms: EstimateTerms;
  venues: Venues;
  /** Called when the user selects a kind of venue. */
  onChoose: (kind: VenueKind) => void;
}

const names = ['rentalsPerDay', 'minutes', 'sharePercent'] as const;

/** An estimate of the earnings of a station, with all its assumptions. */
export function EarningsEstimate({ terms, venues, onChoose }: EarningsEstimateProps) {
  const { t, i18n } = useTranslation('host');
  const venueNames = useVenueNames();
  const id = useId();
  const known = venues.flatMap(({ kind, ...venue }) =>
    isVenueKind(kind) ? { kind, ...venue } : [],
  );
  const [chosen, choose] = useState<VenueKind | null>(null);
  const [changed, change] = useState<Partial<Assumptions>>({});
  const venue = known.find(({ kind }) => kind === chosen) ?? known[0];
  if (!venue) return null;

  const assumed = { ...usualAssumptions(terms, venue), ...changed };
  const bounds = assumptionBounds(terms, venue);
  const { currency, price, paid, earned } = estimateEarnings(terms, venue, assumed);
  const money = (amount: number) => formatMoney({ amount, currency });
  const length = formatDuration(assumed.minutes * 60_000, i18n.language);
  const share = numberFormat(formattingLocale(i18n.language), { style: 'percent' }).format(
    assumed.sharePercent / 100,
  );
  const count = assumed.rentalsPerDay;
  const label = {
    rentalsPerDay: t(($) => $.estimate.rentals),
    minutes: t(($) => $.estimate.length),
    sharePercent: t(($) => $.estimate.share),
  };
  const text = {
    rentalsPerDay: String(count),
    minutes: length,
    sharePercent: share,
  };

  return (
    <section className={styles['estimate']} aria-labelledby={id}>
      <h2 id={id}>{t(($) => $.estimate.heading)}</h2>
      <SelectField
        label={t(($) => $.estimate.venue)}
        name="estimateVenue"
        value={venue.kind}
        onChange={(value) => {
          if (!isVenueKind(value)) return;
          choose(value);
          // Reset the changes of the user, because each kind of venue has its own usual values.
          change({});
          onChoose(value);
        }}
        options={known.map(({ kind }) => ({ value: kind, label: venueNames[kind] }))}
      />
      <output className={styles['earn']} htmlFor={names.join(' ')}>
        {t(($) => $.estimate.earn, { amount: money(earned) })}
      </output>
      {names.map((name) =>
        bounds[name].minimum < bounds[name].maximum ? (
          <RangeField
            key={name}
            label={label[name]}
            name={name}
            {...bounds[name]}
            value={assumed[name]}
            text={text[name]}
            onChange={(value) => change({ ...changed, [name]: value })}
          />
        ) : null,
      )}
      <p className={styles['sum']}>
        {t(($) => $.estimate.price, { length, price: money(price) })}
        <br />
        {t(($) => $.estimate.sum, {
          count,
          days: estimateDays,
          price: money(price),
          paid: money(paid),
          share,
        })}
      </p>
      <p className={styles['detail']}>{t(($) => $.estimate.caution)}</p>
    </section>
  );
}
