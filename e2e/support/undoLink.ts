import { expect } from 'playwright/test';
import type { Sandbox } from './sandbox.ts';

/** Waits until the newest message to a phone contains an undo link. Returns the path of the link. */
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
