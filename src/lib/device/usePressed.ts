import { useEffect, useEffectEvent } from 'react';

/**
 * Performs a press on a control of the first frame, once, when the app has its own control. The start script records
 * the press (src/app/start/body.ts).
 *
 * @param control the `data-press` of the control in the first frame.
 */
export function usePressed(control: string, perform: () => void): void {
  const press = useEffectEvent(perform);
  useEffect(() => {
    if (Reflect.get(window, 'pressed') !== control) return;
    Reflect.deleteProperty(window, 'pressed');
    press();
  }, [control]);
}
