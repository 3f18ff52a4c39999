import { useGetConfigQuery } from '../../api/configApi.ts';
import { SupportPhone } from '../../ui/link/SupportPhone.tsx';

/** The phone number of support. It is at the same position on all pages that show it. */
export function Support() {
  const { data: config } = useGetConfigQuery();
  return <SupportPhone phone={config?.brand.supportPhone} />;
}
