import './hostTexts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { estimateTerms, type VenueKind } from '../../../contract/rules/people/hosts.ts';
import { useGetConfigQuery } from '../../api/configApi.ts';
import { useErrorText } from '../../api/useErrorText.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Steps } from '../../ui/display/Steps.tsx';
import { EarningsEstimate } from './EarningsEstimate.tsx';
import { HostQuestions } from './HostQuestions.tsx';
import styles from './host.module.css';
import { useGetHostTermsQuery } from './hostApi.ts';
import { readSent } from './sentInterest.ts';

/** Explains to owners of a venue what it means to host a station. */
export function HostPitch() {
  const { t } = useTranslation(['host', 'titles']);
  const { data: config } = useGetConfigQuery();
  const { data: hostTerms, isLoading, error, refetch } = useGetHostTermsQuery();
  const errorText = useErrorText();
  const [venue, choose] = useState<VenueKind | null>(null);
  const [sent] = useState(readSent);
  const estimate = hostTerms?.estimate ?? null;
  const terms = estimateTerms(config?.terms, estimate);
  const steps = [
    { title: t(($) => $.steps.write), text: t(($) => $.steps.writeText) },
    { title: t(($) => $.steps.talk), text: t(($) => $.steps.talkText) },
    { title: t(($) => $.steps.start), text: t(($) => $.steps.startText) },
  ];
  return (
    <Screen
      heading={t(($) => $.titles.gogoHost)}
      lead={t(($) => $.lead)}
      footer={
        <ButtonLink to={`/gogoHost/form${venue === null ? '' : `?venue=${venue}`}`}>
          {t(($) => $.cta)}
        </ButtonLink>
      }
    >
      {sent === null ? null : (
        <Banner tone="info">
          <p>
            <strong>{t(($) => $.sent.before)}</strong>
            <br />
            <DateTime value={sent.at} /> · <bdi>{sent.reference}</bdi>
          </p>
        </Banner>
      )}
      {isLoading ? <Skeleton lines={8} /> : null}
      {error && !hostTerms ? (
        <ErrorState message={errorText(error)} onRetry={() => void refetch()} />
      ) : null}
      {terms && estimate ? (
        <EarningsEstimate terms={terms} venues={estimate.venues} onChoose={choose} />
      ) : null}
      <section className={styles['section']}>
        <h2>{t(($) => $.steps.heading)}</h2>
        <Steps steps={steps} />
      </section>
      <HostQuestions
        keptDays={hostTerms?.keptDays ?? null}
        supportPhone={config?.brand.supportPhone ?? ''}
      />
    </Screen>
  );
}
