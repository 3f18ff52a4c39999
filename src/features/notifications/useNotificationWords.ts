import { useTranslation } from 'react-i18next';
import type { Notification } from '../../../contract/notifications.ts';
import { useLanguage } from '../../lib/language/language.ts';
import { notificationWords } from './notificationWords.ts';
import type { NotificationWords } from './notificationWords.ts';

/** Returns a function that gives the title and text of a notification in the active language. */
export function useNotificationWords(): (notification: Notification) => NotificationWords {
  // The hook makes the component render again when the strings of the language have loaded.
  useTranslation('notifications');
  const { language } = useLanguage();
  return (notification) => notificationWords(notification, language);
}
