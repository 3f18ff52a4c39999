import { reportUnreached } from '../../api/connection.ts';

/** Loads code. If this fails, checks whether the server can still be reached. */
export async function checkServerOnFailure<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    void checkServer();
    throw error;
  }
}

async function checkServer(): Promise<void> {
  try {
    const { pingServer } = await import('./pingServer.ts');
    if (await pingServer()) return;
  } catch {
    // The code of the check did not load either.
  }
  reportUnreached();
}
