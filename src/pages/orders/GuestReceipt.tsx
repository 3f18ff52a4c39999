import { ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { selectIsSignedIn } from '../../features/auth/clientUserSlice.ts';
import { withNext } from '../../features/auth/returnPath.ts';
import { RowLink } from '../../ui/link/RowLink.tsx';

/**
 * Links a guest to the login with a phone number, which binds the order to an account. The login is
 * optional. Shows nothing to signed-in riders.
 */
export function GuestReceipt() {
  const { t } = useTranslation('payment');
  const { pathname, search } = useLocation();
  if (useSelector(selectIsSignedIn)) return null;
  return (
    <RowLink
      to={withNext('/login/loginWithPhone', pathname + search)}
      state={{ loginDepth: 1 }}
      icon={<ReceiptText />}
      label={t(($) => $.guest.receipt)}
      detail={t(($) => $.guest.receiptDetail)}
    />
  );
}
