import { reportUnreached } from '../../api/connection.ts';

/**
 * Loads code. Rejects if the code fails to load. In that case, also pings the server in the
 * background. Calls `reportUnreached` if the ping fails or if its own code fails to load.
 */
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
