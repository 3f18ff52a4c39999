import { useGetConfigQuery } from '../../api/configApi.ts';
import { SupportPhone } from '../../ui/link/SupportPhone.tsx';

/** The phone number of support from the configuration. */
export function Support() {
  const { data: config } = useGetConfigQuery();
  return <SupportPhone phone={config?.brand.supportPhone} />;
}
