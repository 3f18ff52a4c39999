import { useGetConfigQuery } from '../../api/configApi.ts';
import { SupportPhone } from '../../ui/link/SupportPhone.tsx';

/** The operator's phone number, always at the same place. */
export function Support() {
  const { data: config } = useGetConfigQuery();
  return <SupportPhone phone={config?.brand.supportPhone} />;
}
