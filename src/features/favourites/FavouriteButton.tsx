import { Heart } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StationSummary } from '../../../contract/stations.ts';
import { useConnection } from '../../api/connection.ts';
import { useErrorText } from '../../api/useErrorText.ts';
import { Button } from '../../ui/button/Button.tsx';
import { useAnnounce } from '../../ui/feedback/messages.ts';
import styles from './FavouriteButton.module.css';
import { useSetFavouriteMutation } from './favouritesApi.ts';
import { useMyStations } from './useMyStations.ts';

export interface FavouriteButtonProps {
  station: StationSummary;
}

/** Saves the station as a favourite of the signed-in rider, or removes it. A removal can be undone. */
export function FavouriteButton({ station }: FavouriteButtonProps) {
  const { t } = useTranslation('favourites');
  const { data } = useMyStations();
  const isOffline = useConnection() === 'offline';
  const [change, { error, isLoading }] = useSetFavouriteMutation();
  const [isRemoved, setRemoved] = useState(false);
  const announce = useAnnounce();
  const errorText = useErrorText();
  if (data === undefined) return null;
  const isSaved = data.favourites.some(({ id }) => id === station.id);

  const press = async () => {
    const { error: refusal } = await change({ station, isSaved: !isSaved });
    if (refusal) return;
    setRemoved(isSaved);
    announce(isSaved ? t(($) => $.removed) : t(($) => $.saved));
  };
  const label = () => {
    if (isSaved) return t(($) => $.remove);
    return isRemoved ? t(($) => $.undo) : t(($) => $.add);
  };
  const problem = error && !isOffline && !isLoading ? errorText(error) : null;
  return (
    <div className={styles['favourite']}>
      {isRemoved && !isSaved ? <p>{t(($) => $.removed)}</p> : null}
      <Button
        variant="text"
        icon={<Heart aria-hidden="true" fill={isSaved ? 'currentColor' : 'none'} />}
        describedBy={isOffline ? 'favourite-reason' : undefined}
        onClick={() => void press()}
      >
        {label()}
      </Button>
      {isOffline ? <p id="favourite-reason">{t(($) => $.offline)}</p> : null}
      {problem === null ? null : <p role="alert">{problem}</p>}
    </div>
  );
}
