import { useEffect, useState } from 'react';
import { useMap } from 'react-leaflet';

/** The keys with which `useMapKeys` moves or zooms the map. */
const moving = /^(?:Arrow|\+|-|=|_)/;

/** Stores whether the user or the app moves the map. The app calls `byApp` before each of its moves. */
export class Mover {
  isPerson = false;

  readonly byPerson = (): void => {
    this.isPerson = true;
  };

  readonly byApp = (): void => {
    this.isPerson = false;
  };
}

export function useMapMover(): Mover {
  const map = useMap();
  const [mover] = useState(() => new Mover());

  useEffect(() => {
    const container = map.getContainer();
    const { byPerson } = mover;
    const byKey = ({ key }: KeyboardEvent) => {
      if (moving.test(key)) byPerson();
    };
    const byFingers = ({ touches }: TouchEvent) => {
      if (touches.length > 1) byPerson();
    };
    map.on('dragstart', byPerson);
    container.addEventListener('wheel', byPerson, { passive: true });
    container.addEventListener('dblclick', byPerson);
    container.addEventListener('keydown', byKey);
    container.addEventListener('touchstart', byFingers, { passive: true });
    return () => {
      map.off('dragstart', byPerson);
      container.removeEventListener('wheel', byPerson);
      container.removeEventListener('dblclick', byPerson);
      container.removeEventListener('keydown', byKey);
      container.removeEventListener('touchstart', byFingers);
    };
  }, [map, mover]);

  return mover;
}
