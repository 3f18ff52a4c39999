import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { CountryPicker } from '../features/auth/CountryPicker.tsx';
import { countryChosen, selectLogin } from '../features/auth/loginSlice.ts';
import { useNext, withNext } from '../features/auth/next.ts';
import { Screen } from '../ui/Screen.tsx';

/** Where the country of the phone number is picked. */
export function CountryCodePage() {
  const { t } = useTranslation('titles');
  const navigate = useNavigate();
  const dispatch = useDispatch();
  const next = useNext();
  const { country } = useSelector(selectLogin);
  // The router gives the page that a visit begins with this key: there is no form to go back to.
  const isFirst = useLocation().key === 'default';

  const leave = () =>
    void (isFirst
      ? navigate(withNext('/login/loginWithPhone', next), { replace: true })
      : navigate(-1));

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
