import { useGetConfigQuery } from '../../api/configApi.ts';
import { SupportPhone } from '../../ui/link/SupportPhone.tsx';

/** The operator's phone, always in the same place. */
export function Support() {
  const { data: config } = useGetConfigQuery();
  return <SupportPhone phone={config?.brand.supportPhone} />;
}
