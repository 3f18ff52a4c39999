import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HelpContext } from '../../lib/navigation/helpTopics.ts';
import styles from './HelpLink.module.css';
import { Link } from './Link.tsx';

export interface HelpLinkProps {
  about: HelpContext;
  /** The order and the station for a report that the user may send from the help center. */
  orderId?: string | undefined;
  stationId?: string | null | undefined;
  /** The text of the link, if "Help with this" is not clear enough. */
  children?: ReactNode;
}

/** A link from an error or a problem to its answer in the help center. */
export function HelpLink({ about, orderId, stationId, children }: HelpLinkProps) {
  const { t } = useTranslation();
  const query = new URLSearchParams({ topic: about });
  if (orderId) query.set('orderId', orderId);
  if (stationId) query.set('stationId', stationId);
  return (
    <Link to={`/help?${query}`} className={styles['link']}>
      {children ?? t(($) => $.help)}
    </Link>
  );
}
