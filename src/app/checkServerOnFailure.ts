import { reportUnreached } from '../api/connection.ts';

/** Loads code. That it does not come may be the first sign that the server is out of reach. */
export async function checkServerOnFailure<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    void askServer();
    throw error;
  }
}

async function askServer(): Promise<void> {
  try {
    const { isServerReachable } = await import('./isServerReachable.ts');
    if (await isServerReachable()) return;
  } catch {
    // Nor does this come.
  }
  reportUnreached();
}
