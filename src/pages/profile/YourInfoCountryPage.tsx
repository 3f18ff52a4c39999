import { useTranslation } from 'react-i18next';
import type { User } from '../../../contract/signIn/auth.ts';
import { CountryPicker } from '../../features/auth/phone/CountryPicker.tsx';
import { isPhoneDraft, useDraft } from '../../lib/storage/drafts.ts';
import { useStepBack } from '../../lib/navigation/goBack.ts';
import { Screen } from '../../ui/screen/Screen.tsx';
import { yourInfoPath } from './fields.ts';
import { MyPage } from './MyPage.tsx';
import { emptyPhone } from './emptyPhone.ts';

/** The page on which the rider chooses the country of the new phone number. */
export function YourInfoCountryPage() {
  const { t } = useTranslation('titles');
  return <MyPage heading={t(($) => $.countryCode)}>{(me) => <Country me={me} />}</MyPage>;
}

function Country({ me }: { me: User }) {
  const { t } = useTranslation('titles');
  const stepBack = useStepBack(`${yourInfoPath}/phone`);
  const draft = useDraft(me.id, 'phone', emptyPhone(me.phone), isPhoneDraft);

  return (
    <Screen heading={t(($) => $.countryCode)}>
      <CountryPicker
        current={draft.value.country}
        onChoose={({ country, callingCode }) => {
          draft.change({ ...draft.value, country, callingCode });
          stepBack();
        }}
        onLeave={stepBack}
      />
    </Screen>
  );
}
