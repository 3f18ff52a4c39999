import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isVenueKind } from '../../../contract/rules/people/hosts.ts';
import { useGetConfigQuery } from '../../api/configApi.ts';
import { checkPhone } from '../../features/auth/phone/checkPhone.ts';
import { HostForm } from '../../features/host/HostForm.tsx';
import { useGetHostTermsQuery } from '../../features/host/hostApi.ts';
import { HostSent } from '../../features/host/HostSent.tsx';
import { forgetSent, storeSent, readSent } from '../../features/host/sentInterest.ts';
import { defaultCallingCode } from '../../lib/constants.ts';
import { PlaceChooser } from './PlaceChooser.tsx';
import { Places } from '../search/Places.tsx';

/** The form for hosts who want a station. After the form is sent, the page shows a confirmation. */
export function HostFormPage() {
  const { data: config } = useGetConfigQuery();
  const { data: hostTerms } = useGetHostTermsQuery();
  const [query] = useSearchParams();
  const [sent, note] = useState(readSent);
  const venue = query.get('venue');

  if (sent !== null) {
    return (
      <HostSent
        sent={sent}
        onAgain={() => {
          forgetSent();
          note(null);
        }}
      />
    );
  }
  const readPhone = async (typed: string) => {
    const country = config?.country ?? null;
    const checked = await checkPhone({ typed, callingCode: defaultCallingCode, country });
    return checked.status === 'valid' ? checked.e164 : null;
  };
  return (
    <HostForm
      venue={isVenueKind(venue) ? venue : null}
      keptDays={hostTerms?.keptDays ?? null}
      readPhone={readPhone}
      map={(props) => (config ? <PlaceChooser {...props} map={config.map} /> : null)}
      suggestions={({ q, onChoose }) =>
        config ? <Places q={q} near={config.map.center} onChoose={onChoose} /> : null
      }
      onSent={(taken) => {
        storeSent(taken);
        note(taken);
      }}
    />
  );
}
