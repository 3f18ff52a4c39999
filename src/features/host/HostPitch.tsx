import './hostTexts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { estimateTerms, type VenueKind } from '../../../contract/rules/people/hosts.ts';
import { useGetConfigQuery } from '../../api/configApi.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Steps } from '../../ui/display/Steps.tsx';
import { EarningsEstimate } from './EarningsEstimate.tsx';
import { HostQuestions } from './HostQuestions.tsx';
import styles from './host.module.css';
import { readSent } from './sentInterest.ts';

/** Explains to owners of a venue what it means to host a station. */
export function HostPitch() {
  const { t } = useTranslation(['host', 'titles']);
  const { data: config } = useGetConfigQuery();
  const [venue, choose] = useState<VenueKind | null>(null);
  const [sent] = useState(readSent);
  const terms = config ? estimateTerms(config) : null;
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
      {terms && config?.host?.estimate ? (
        <EarningsEstimate terms={terms} venues={config.host.estimate.venues} onChoose={choose} />
      ) : null}
      <section className={styles['section']}>
        <h2>{t(($) => $.steps.heading)}</h2>
        <Steps steps={steps} />
      </section>
      <HostQuestions config={config} />
    </Screen>
  );
}
