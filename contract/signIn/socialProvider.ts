import { z } from 'zod';

export const socialProviders = ['facebook', 'apple', 'google'] as const;
export const SocialProvider = z.enum(socialProviders);
export type SocialProvider = z.infer<typeof SocialProvider>;
