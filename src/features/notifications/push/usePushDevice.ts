import { useState, useSyncExternalStore } from 'react';
import { useDispatch } from 'react-redux';
import type { NotificationsDispatch } from '../notificationsApi.ts';
import { pushDevice, watchDevice } from './device.ts';
import type { PushDevice } from './device.ts';
import { turnPushOff, turnPushOn } from './subscription.ts';
import type { TurnedOn } from './subscription.ts';

export interface UsedPushDevice {
  device: PushDevice;
  busy: boolean;
  turnOn: () => Promise<TurnedOn['status']>;
  turnOff: () => Promise<void>;
}

/** Push messages on this device. `userId` is null while the rider is unknown. */
export function usePushDevice(
  publicKey: string | null | undefined,
  userId: string | null,
): UsedPushDevice {
  const dispatch = useDispatch<NotificationsDispatch>();
  const device = useSyncExternalStore(watchDevice, () => pushDevice(publicKey, userId));
  const [busy, work] = useState(false);

  const turnOn = async () => {
    if (!publicKey || userId === null) return 'failed';
    work(true);
    const { status } = await turnPushOn(dispatch, userId, publicKey);
    work(false);
    return status;
  };
  const turnOff = async () => {
    work(true);
    try {
      await turnPushOff(dispatch);
    } finally {
      work(false);
    }
  };
  return { device, busy, turnOn, turnOff };
}
