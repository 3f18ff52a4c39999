import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { AddPaymentMethod } from '../../../contract/payment.ts';
import { parseStationId } from '../../../contract/rules/places/stationId.ts';
import { isApiError } from '../../api/apiError.ts';
import { useGetConfigQuery } from '../../api/configApi.ts';
import { selectHasSession, selectIsSignedIn } from '../../features/auth/clientUserSlice.ts';
import { withNext } from '../../features/auth/returnPath.ts';
import { CardForm } from '../../features/payment/card/CardForm.tsx';
import {
  useAddPaymentMethodMutation,
  useGetPaymentMethodsQuery,
} from '../../features/payment/paymentApi.ts';
import { safeInternalPath } from '../../lib/navigation/internalPath.ts';
import { useIsMounted } from '../../lib/page/useIsMounted.ts';
import { useToast } from '../../ui/feedback/messages.ts';
import { GuestCard } from './GuestCard.tsx';

const unlockPath = '/payment/unlockChanger';

function cameFromPayment(state: unknown): boolean {
  return (
    typeof state === 'object' && state !== null && 'returns' in state && state.returns === true
  );
}

/**
 * Returns the page that opens after a card was added, if the address does not name another page.
 */
function usualNext(pathname: string, station: string | null): string {
  if (!pathname.startsWith(unlockPath)) return '/payment';
  return station === null ? unlockPath : `${unlockPath}?equip_id=${encodeURIComponent(station)}`;
}

/**
 * Adds a card, separately or during a payment. Afterwards, goes back if the previous page is the
 * payment. In other cases, opens the page in `?next=`. Without `?next=`, opens the page of
 * `usualNext`.
 */
export function AddNewCardPage() {
  const { t } = useTranslation('messages');
  const navigate = useNavigate();
  const here = useLocation();
  const [query] = useSearchParams();
  const showToast = useToast();
  const signedIn = useSelector(selectIsSignedIn);
  const hasSession = useSelector(selectHasSession);
  const { data: config } = useGetConfigQuery();
  const { data: methods } = useGetPaymentMethodsQuery(undefined, { skip: !hasSession });
  const [addPaymentMethod] = useAddPaymentMethodMutation();
  const stillHere = useIsMounted();

  const station = parseStationId(query.get('equip_id') ?? '');
  if (!signedIn && station !== null && query.get('guest') !== null) {
    return <GuestCard stationId={station} />;
  }
  if (!hasSession) {
    return <Navigate to={withNext('/login', here.pathname + here.search)} replace />;
  }

  const usual = usualNext(here.pathname, query.get('equip_id'));
  const next = safeInternalPath(query.get('next'), usual);

  const save = async (card: AddPaymentMethod) => {
    const { error } = await addPaymentMethod(card);
    if (error === undefined) return null;
    return isApiError(error) ? error : { status: 500, code: 'serverError' as const };
  };

  const finish = () => {
    showToast(t(($) => $.cardAdded));
    if (!stillHere()) return;
    // If the payment is the previous page, go back, so that the history contains the payment only
    // once.
    void (cameFromPayment(here.state) ? navigate(-1) : navigate(next, { replace: true }));
  };

  return (
    <CardForm
      country={config?.country ?? 'US'}
      isFirst={methods?.length === 0}
      save={save}
      onAdded={finish}
    />
  );
}
