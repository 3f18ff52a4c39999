import { reportUnreached } from '../api/connection.ts';

/** Loads code. That it does not come may be the first sign that the server is out of reach. */
export async function missServer<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    void askServer();
    throw error;
  }
}

async function askServer(): Promise<void> {
  try {
    const { isReached } = await import('./isReached.ts');
    if (await isReached()) return;
  } catch {
    // Nor does this come.
  }
  reportUnreached();
}
