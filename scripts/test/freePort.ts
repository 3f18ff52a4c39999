// The browser tests must not import the server, because they test it. This function is only for tests.
export { freePort } from '../../server/testing/network/freePort.ts';
