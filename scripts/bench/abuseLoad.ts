import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { Agent, request as send } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setPriority } from 'node:os';
import { fillPath, paths } from '../../contract/paths.ts';
import { systemClock } from '../../server/time/clock.ts';
import { publicHost } from '../chaos/publicHost.ts';

/**
 * Makes the abusive calls for `bench/abuse.ts` in a separate process: `abuseLoad.ts PORT CALLS`.
 * CALLS is the number of calls per second. When the input of the process ends, the process prints
 * the counts of the answers as JSON.
 */
const port = Number(process.argv[2]);
const callsPerSecond = Number(process.argv[3]);
/**
 * The highest number of calls of one kind that wait for an answer. Further calls are not sent, as if the attacker's
 * connection were saturated.
 */
const mostOpen = 64;
const slowConnections = 200;
const idleConnections = 200;
const streams = 200;
const attackers = 400;

// Real attackers have their own computers. Here they share the server's computer, so their process gets the lowest
// priority.
setPriority(19);

interface Call {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

const word = () => randomBytes(6).toString('hex');
const json = { 'content-type': 'application/json' };
const large = Buffer.alloc(1024 * 1024, '1');

const kinds: Record<string, () => Call> = {
  'page, random query': () => ({ path: `/home?x=${word()}` }),
  'page, random path': () => ({ path: `/${word()}` }),
  'page, random station': () => ({ path: `/home?equip_id=${randomInt(2222222, 9999999)}` }),
  'page, random invite': () => ({ path: `/home?invite=${word()}` }),
  file: () => ({ path: '/index.html' }),
  station: () => ({ path: fillPath(paths.station, { id: randomInt(2222222, 9999999) }) }),
  tile: () => ({
    path: fillPath(paths.stationTile, { z: 14, x: randomInt(2 ** 14), y: randomInt(2 ** 14) }),
  }),
  search: () => ({ path: `${paths.stationSearch}?q=${word()}` }),
  place: () => ({ path: `${paths.placeSearch}?q=${word()}` }),
  'API description': () => ({ path: paths.openApi }),
  health: () => ({ path: paths.health }),
  feed: () => ({
    path: '/gbfs/station_information.json',
    headers: { 'accept-encoding': 'identity' },
  }),
  'login code': () => ({
    method: 'POST',
    path: paths.codes,
    headers: json,
    body: JSON.stringify({ phone: `+1212${randomInt(2_000_000, 9_999_999)}`, language: 'en' }),
  }),
  'guessed code': () => ({
    method: 'POST',
    path: fillPath(paths.verifyCode, { requestId: randomUUID() }),
    headers: json,
    body: JSON.stringify({ code: '000000' }),
  }),
  'invented session': () => ({
    path: paths.me,
    headers: { authorization: `Bearer ${randomBytes(32).toString('base64url')}` },
  }),
  'forged webhook': () => ({
    method: 'POST',
    path: fillPath(paths.paymentWebhook, { provider: 'stripe' }),
    headers: {
      ...json,
      'stripe-signature': `t=${Math.floor(systemClock.now().getTime() / 1000)},v1=${'0'.repeat(64)}`,
    },
    body: large.subarray(0, 200 * 1024),
  }),
  'huge body': () => ({ method: 'POST', path: paths.codes, headers: json, body: large }),
  'huge URL': () => ({ path: `/${'a'.repeat(30_000)}` }),
};

const counts: Record<string, Record<string, number>> = {};
function count(kind: string, what: string): void {
  const of = (counts[kind] ??= {});
  of[what] = (of[what] ?? 0) + 1;
}

const agent = new Agent({ keepAlive: true });
const open: Record<string, number> = {};

/**
 * Returns the address of an attacker. Half of the attackers have IPv4 addresses. The other half have IPv6 addresses in
 * two /48 networks with many /64 networks.
 */
function address(): string {
  const who = randomInt(attackers);
  return who % 2 === 0
    ? `198.18.${who >> 8}.${who & 255}`
    : `2001:db8:${who % 4}:${randomInt(65_536).toString(16)}::1`;
}

const headersOf = () => ({
  host: publicHost,
  'x-forwarded-for': address(),
  'x-forwarded-proto': 'https',
  accept: 'text/html,application/json',
  'accept-encoding': 'br',
});

function abuse(kind: string, { method = 'GET', path, headers, body }: Call): void {
  if ((open[kind] ?? 0) >= mostOpen) return count(kind, 'not sent');
  open[kind] = (open[kind] ?? 0) + 1;
  let what = 'cut';
  const outgoing = send({
    host: '127.0.0.1',
    port,
    agent,
    method,
    path,
    headers: { ...headersOf(), ...headers, ...(body && { 'content-length': body.length }) },
  });
  outgoing.on('response', (response) => {
    what = String(response.statusCode);
    response.resume();
    response.on('error', () => undefined);
  });
  outgoing.on('error', () => undefined);
  outgoing.on('close', () => {
    open[kind] = (open[kind] ?? 0) - 1;
    count(kind, what);
  });
  outgoing.end(body);
}

const sockets = new Set<Socket>();

/** Keeps this number of connections open. If a connection closes, opens a new one a second later. */
function hold(kind: string, number: number, use: (socket: Socket) => void): void {
  const one = (): void => {
    const socket = connect(port, '127.0.0.1');
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('connect', () => {
      count(kind, 'opened');
      use(socket);
    });
    socket.on('close', () => {
      sockets.delete(socket);
      count(kind, 'closed');
      setTimeout(one, 1_000).unref();
    });
  };
  for (let i = 0; i < number; i++) one();
}

const head = (line: string) =>
  `${line} HTTP/1.1\r\n${Object.entries(headersOf())
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}`;

hold('idle connection', idleConnections, () => undefined);
hold('slow headers', slowConnections, (socket) => {
  socket.write(head('GET /home'));
  const timer = setInterval(() => socket.write('x'), 1_000);
  socket.on('close', () => clearInterval(timer));
  socket.resume();
});
hold('slow body', slowConnections, (socket) => {
  socket.write(`${head(`POST ${paths.codes}`)}content-type: application/json\r\n`);
  socket.write('content-length: 1000\r\n\r\n{');
  const timer = setInterval(() => socket.write(' '), 1_000);
  socket.on('close', () => clearInterval(timer));
  socket.resume();
});
hold('endless body', 20, (socket) => {
  socket.write(`${head(`POST ${paths.codes}`)}content-type: application/json\r\n`);
  socket.write('transfer-encoding: chunked\r\n\r\n');
  const more = (): void => {
    while (!socket.destroyed && socket.write(`10000\r\n${'1'.repeat(0x10000)}\r\n`));
    socket.once('drain', more);
  };
  more();
  socket.resume();
});
hold('event stream', streams, (socket) => {
  const tile = fillPath(paths.stationTileEvents, { z: 14, x: 4203, y: 6090 });
  socket.write(`${head(`GET ${tile}`)}\r\n`);
  socket.resume();
});
hold('answer not read', 50, (socket) => {
  socket.pause();
  socket.write(`${head('GET /home')}\r\n`.repeat(50));
});

const names = Object.keys(kinds);
let next = 0;
let due = 0;
const tickMs = 20;
const sending = setInterval(() => {
  due += (callsPerSecond * tickMs) / 1000;
  for (; due >= 1; due--) {
    const kind = names[next++ % names.length] ?? '';
    const call = kinds[kind];
    if (call) abuse(kind, call());
  }
}, tickMs);

process.stdin.resume();
process.stdin.on('end', () => {
  clearInterval(sending);
  process.stdout.write(JSON.stringify(counts), () => process.exit(0));
});
