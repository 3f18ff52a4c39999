import { useMemo } from 'react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { postalRules } from '../../../../contract/rules/places/postalCode.ts';
import { countryOptions } from '../../../lib/format/countries.ts';
import { useLanguage } from '../../../lib/language/language.ts';
import { SelectField } from '../../../ui/field/SelectField.tsx';
import { TextField } from '../../../ui/field/TextField.tsx';

export interface BillingAddressProps {
  /** The country in ISO 3166. */
  country: string;
  onCountry: (country: string) => void;
  postalCode: string;
  onPostalCode: (typed: string) => void;
  /** The error of the postal code, as text; null if there is no error. */
  error: string | null;
  /**
   * The input element for the postal code. For a country without postal codes, there is no such
   * element.
   */
  postalField: Ref<HTMLInputElement>;
}

/** The billing address. The label and the keyboard of the postal code depend on the country. */
export function BillingAddress({
  country,
  onCountry,
  postalCode,
  onPostalCode,
  error,
  postalField,
}: BillingAddressProps) {
  const { t } = useTranslation('payment');
  const { language } = useLanguage();
  const options = useMemo(() => countryOptions(language), [language]);
  const rules = postalRules(country);

  return (
    <>
      <SelectField
        label={t(($) => $.card.country)}
        name="country"
        autoComplete="billing country"
        value={country}
        onChange={onCountry}
        options={options}
      />
      {rules.needed ? (
        <TextField
          ref={postalField}
          label={rules.zip ? t(($) => $.card.zip) : t(($) => $.card.postalCode)}
          name="postal-code"
          autoComplete="billing postal-code"
          autoCapitalize="characters"
          inputMode={rules.keyboard}
          maxLength={12}
          value={postalCode}
          onChange={onPostalCode}
          error={error}
        />
      ) : null}
    </>
  );
}
