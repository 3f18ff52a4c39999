import { Images, MessageCircleWarning, MessagesSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { useConnection } from '../../api/connection.ts';
import { selectHasSession } from '../../features/auth/clientUserSlice.ts';
import { withNext } from '../../features/auth/returnPath.ts';
import { helpCenters } from '../../features/help/helpCenters.tsx';
import { helpWords } from '../../features/help/helpWords.ts';
import { readHelpTopic } from '../../lib/navigation/helpTopics.ts';
import { useLanguage } from '../../lib/language/language.ts';
import { ownTexts } from '../../lib/language/texts.ts';
import { useLazyPart } from '../../lib/loading/useLazyPart.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { RowLink } from '../../ui/link/RowLink.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Support } from '../menu/Support.tsx';

ownTexts('help', helpWords);

/**
 * Answers to questions, and the contacts of support. `?topic=` or the fragment selects an answer to
 * open.
 */
export function HelpPage() {
  const { t } = useTranslation(['titles', 'tips']);
  const { search, hash } = useLocation();
  const query = new URLSearchParams(search);
  const target = readHelpTopic(query.get('topic') ?? (hash === '' ? null : hash.slice(1)));
  return (
    <Screen heading={t(($) => $.help)}>
      <Answers target={target} />
      <RowLink
        to="/startGuide"
        icon={<Images />}
        label={t(($) => $.startGuide)}
        detail={t(($) => $.tips.guide)}
      />
      <Ask about={query} />
      <Support />
    </Screen>
  );
}

function Answers({ target }: { target: string | null }) {
  const { t } = useTranslation('errors');
  const { language } = useLanguage();
  const part = helpCenters[language];
  const center = useLazyPart(part);
  const offline = useConnection() === 'offline';
  // While the server cannot be reached, offer to load the help again already after the first failed attempt.
  const isMissed = center.status === 'loading' && center.isMissed && offline;
  if (center.status === 'failed' || isMissed) {
    return <ErrorState message={t(($) => $.network)} onRetry={() => void part.fetch()} />;
  }
  if (center.status !== 'ready') return <Skeleton lines={6} />;
  return <center.Part target={target} />;
}

/**
 * Links to the page to report a problem, for a question without an answer. The link includes the
 * order and the station that the address names.
 */
function Ask({ about }: { about: URLSearchParams }) {
  const { t } = useTranslation(['help', 'titles']);
  const signedIn = useSelector(selectHasSession);
  const known = new URLSearchParams();
  for (const name of ['orderId', 'stationId']) {
    const value = about.get(name);
    if (value !== null) known.set(name, value);
  }
  const report = `/help/report${known.size === 0 ? '' : `?${known}`}`;
  return (
    <section>
      <h2>{t(($) => $.ask)}</h2>
      {signedIn ? (
        <>
          <RowLink
            to={report}
            icon={<MessageCircleWarning />}
            label={t(($) => $.titles.orderProblem)}
            detail={t(($) => $.reportDetail)}
          />
          <RowLink to="/help/reports" icon={<MessagesSquare />} label={t(($) => $.reports)} />
        </>
      ) : (
        <RowLink
          to={withNext('/login', report)}
          icon={<MessageCircleWarning />}
          label={t(($) => $.logIn)}
        />
      )}
    </section>
  );
}
