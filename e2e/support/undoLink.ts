import { expect } from 'playwright/test';
import type { Sandbox } from './sandbox.ts';

/** The path of the undo link in the newest message to a phone. */
export async function linkTo(sandbox: Sandbox, phone: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const [latest] = await sandbox.messages(phone);
      link = /https?:\S+(\/notMe#[\w-]+)/.exec(latest?.body ?? '')?.[1];
      return link;
    })
    .toBeDefined();
  return link ?? '';
}
