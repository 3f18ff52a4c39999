/** Opens the adapters to the simulated world. The server imports only this file of the sandbox. */
export { openAdapters as openSandbox } from './openAdapters.ts';
