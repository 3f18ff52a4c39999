/**
 * Opens the adapters to the simulated world. Except for its tests, the server imports only this
 * file of the sandbox.
 */
export { openAdapters as openSandbox } from './openAdapters.ts';
