import { reportUnreached } from '../../api/connection.ts';

/** Loads code. If the code fails to load, checks whether the server can be reached. */
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
    // The code for the check also failed to load.
  }
  reportUnreached();
}
