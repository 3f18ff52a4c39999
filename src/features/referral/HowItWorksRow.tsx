import { ListChecks } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { RowLink } from '../../ui/link/RowLink.tsx';

export function HowItWorksRow() {
  const { t } = useTranslation('referral');
  return (
    <RowLink
      to="/getFree/howItWorks"
      icon={<ListChecks />}
      label={t(($) => $.howItWorks)}
      detail={t(($) => $.howItWorksDetail)}
    />
  );
}
