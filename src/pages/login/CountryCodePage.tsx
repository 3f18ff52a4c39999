import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { CountryPicker } from '../../features/auth/phone/CountryPicker.tsx';
import { countryChosen, selectLogin } from '../../features/auth/loginSlice.ts';
import { useNext, withNext } from '../../features/auth/returnPath.ts';
import { useStepBack } from '../../lib/navigation/goBack.ts';
import { Screen } from '../../ui/screen/Screen.tsx';

/** The page on which the user chooses the country of the phone number. */
export function CountryCodePage() {
  const { t } = useTranslation('titles');
  const dispatch = useDispatch();
  const next = useNext();
  const { country } = useSelector(selectLogin);
  const leave = useStepBack(withNext('/login/loginWithPhone', next));

  return (
    <Screen heading={t(($) => $.countryCode)}>
      <CountryPicker
        current={country}
        onChoose={(choice) => {
          dispatch(countryChosen(choice));
          leave();
        }}
        onLeave={leave}
      />
    </Screen>
  );
}
