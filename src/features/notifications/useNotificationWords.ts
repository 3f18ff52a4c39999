import { useTranslation } from 'react-i18next';
import type { Notification } from '../../../contract/notifications.ts';
import { useLanguage } from '../../lib/language/language.ts';
import { notificationWords } from './notificationWords.ts';
import type { NotificationWords } from './notificationWords.ts';

/** What happened, in the words of the screen's language. */
export function useNotificationWords(): (notification: Notification) => NotificationWords {
  // Renders again once the texts of the language are loaded.
  useTranslation('notifications');
  const { language } = useLanguage();
  return (notification) => notificationWords(notification, language);
}
