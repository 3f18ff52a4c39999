import type { ChangeNotificationSettings } from '../../../contract/notifications.ts';
import { useConnection } from '../../api/connection.ts';
import {
  useGetNotificationSettingsQuery,
  useSaveNotificationSettingsMutation,
} from './notificationsApi.ts';

/**
 * Settings for messages outside of the app. A change is shown at once, and reverted if it cannot be
 * saved.
 */
export function useNotificationSettings() {
  const {
    data: settings,
    error,
    refetch,
  } = useGetNotificationSettingsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const [saveChange, { error: notSaved, isLoading }] = useSaveNotificationSettingsMutation();
  const offline = useConnection() === 'offline';

  const save = async (change: ChangeNotificationSettings): Promise<boolean> => {
    const { error: failure } = await saveChange(change);
    return failure === undefined;
  };
  return {
    settings,
    error,
    retry: () => void refetch(),
    save,
    notSaved,
    saving: isLoading,
    offline,
  };
}
