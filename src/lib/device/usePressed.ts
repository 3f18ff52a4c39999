import { useEffect, useEffectEvent } from 'react';

/**
 * Performs the press of a user who pressed a control on the first screen before the app ran. The
 * start script has recorded the press (src/app/start/body.ts). Performs each press only once.
 *
 * @param control the `data-press` of the control on the first screen.
 */
export function usePressed(control: string, perform: () => void): void {
  const press = useEffectEvent(perform);
  useEffect(() => {
    if (Reflect.get(window, 'pressed') !== control) return;
    Reflect.deleteProperty(window, 'pressed');
    press();
  }, [control]);
}
