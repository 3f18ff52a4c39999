import { createServer } from 'node:http';
import QRCode from 'qrcode';
import { z } from 'zod';
import {
  CheckFactor,
  ConfirmFactor,
  FactorChecked,
  FactorConfirmed,
  FactorSetUp,
  SignedIn,
  UseLink,
  type CallingOperator,
} from '../../../../contract/operators/signIn.ts';
import texts from '../../../../locales/en/server/console.json' with { type: 'json' };
import { answersChallenge, digest, randomToken } from '../../../ids/signInTokens.ts';
import { printable } from '../../printable.ts';
import {
  onlyOne,
  readArgs,
  RefusedError,
  refuse,
  type Command,
  type Program,
} from '../../runCommand.ts';
import { callServer, RefusedCall, type OpsContext } from '../opsClient.ts';
import { text } from '../options.ts';
import { readBody } from '../readBody.ts';
import { deleteSession, storeSession } from '../sessionFile.ts';

/** The command waits this long for the sign-in in the browser. */
const waitMs = 10 * 60_000;

/** Signs in, and stores the session for the next commands. */
export function login(args: string[]): Command<OpsContext> {
  const { positionals, link } = readArgs(args, { link: text });
  refuse(positionals.length > 0, 'login takes only options.');
  const body =
    link === undefined
      ? null
      : readBody(UseLink, { link, give: 'token' }, { link: 'The link is incomplete.' });
  return async (context) => {
    refuseKey(context);
    const signedIn = body
      ? await callServer(context, SignedIn, '/api/ops/sign-in/link', { body, isOpen: true })
      : await signInByBrowser(context);
    if (signedIn.token === null) throw new RefusedError('The server gave no session.');
    await storeSession(context.settings.operator.keyFile, signedIn.token);
    return `Signed in as ${printable(signedIn.me.name)}.\n${nextStep(signedIn.me)}`;
  };
}

export function logout(args: string[]): Command<OpsContext> {
  const { positionals } = readArgs(args, {});
  refuse(positionals.length > 0, 'logout takes no arguments.');
  return async (context) => {
    refuseKey(context);
    const { keyFile } = context.settings.operator;
    try {
      await callServer(context, z.null(), '/api/ops/sign-out', { body: {} });
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      // Only the token can end a session that is still open, so the file with the token must stay.
      const hasEnded = error instanceof RefusedCall && error.code === 'sessionEnded';
      if (!hasEnded) {
        throw new RefusedError(
          `${error.message}\nYou are still signed in. Try logout again later.`,
        );
      }
    }
    await deleteSession(keyFile);
    return 'Signed out.\n';
  };
}

export const secondFactor: Pick<Program<OpsContext>, 'commands'> = {
  commands: {
    'set-up'(args) {
      const { positionals } = readArgs(args, {});
      refuse(positionals.length > 0, 'set-up takes no arguments.');
      return async (context) => {
        const path = '/api/ops/second-factor/set-up';
        const { secret, uri } = await callServer(context, FactorSetUp, path, { body: {} });
        const code = await QRCode.toString(uri, { type: 'utf8' });
        return `${code}\nScan this code with your authenticator app, or enter ${secret}.\nThen: npm run ops -- second-factor confirm CODE\n`;
      };
    },
    confirm(args) {
      const { positionals } = readArgs(args, {});
      const code = onlyOne(positionals, 'confirm takes one code.');
      const body = readBody(ConfirmFactor, { code }, { code: 'A code has six digits.' });
      return async (context) => {
        const path = '/api/ops/second-factor/confirm';
        const { recoveryCodes } = await callServer(context, FactorConfirmed, path, { body });
        return `Your second factor is set up. Keep these recovery codes in a safe place. Each works once:\n${recoveryCodes.join('\n')}\n`;
      };
    },
    check(args) {
      const { positionals } = readArgs(args, {});
      const given = onlyOne(positionals, 'check takes one code.');
      const body = readBody(
        CheckFactor,
        /^\d+$/.test(given) ? { code: given } : { recoveryCode: given },
      );
      return async (context) => {
        const path = '/api/ops/second-factor/check';
        const { recoveryCodesLeft, me } = await callServer(context, FactorChecked, path, { body });
        return `The code is right. Acts that need it are possible until ${me.session?.freshUntil}. Recovery codes left: ${recoveryCodesLeft}.\n`;
      };
    },
  },
};

function nextStep({ session }: CallingOperator): string {
  if (session?.secondFactor === 'setUp') {
    return 'Set up your second factor: npm run ops -- second-factor set-up\n';
  }
  if (session?.secondFactor === 'check') {
    return 'Enter a code of your authenticator app: npm run ops -- second-factor check CODE\n';
  }
  return '';
}

/** Refuses the command if `OPERATOR_KEY` is set. All commands then use this key, so a session would have no effect. */
function refuseKey({ settings: { operator } }: OpsContext): void {
  if (operator.key !== null) {
    throw new RefusedError('OPERATOR_KEY is set. Remove it to use a session.');
  }
}

const Answer = z.union([
  z.object({ challenge: z.string(), code: z.string() }),
  z.object({
    challenge: z.string(),
    // A newer server may have more kinds of failures.
    failure: z.enum(['cancelled', 'unavailable', 'refused']).catch('refused'),
    subject: z.string().optional(),
  }),
]);
type Answer = z.infer<typeof Answer>;

/**
 * Signs in by a browser on this machine. The browser returns a code to this command on the loopback address (RFC 8252,
 * section 7.3). Only the verifier of this command can exchange the code for a session.
 */
async function signInByBrowser(context: OpsContext): Promise<SignedIn> {
  const verifier = randomToken();
  const challenge = digest(verifier);
  const began = (port: number) => {
    const query = new URLSearchParams({ port: String(port), challenge }).toString();
    const url = `${siteOf(context)}/api/ops/sign-in/provider?${query}`;
    context.stderr.write(`Open this address in a browser on this machine:\n${url}\n`);
  };
  const answer = await receiveAnswer(verifier, context.stderr, began);
  if (!('code' in answer)) throw new RefusedError(reasonOf(answer));
  const body = { code: answer.code, verifier };
  return callServer(context, SignedIn, '/api/ops/sign-in/code', { body, isOpen: true });
}

/** Returns the reason of the failure in the same words as the page at `/ops`. */
function reasonOf({ failure, subject }: Extract<Answer, { failure: unknown }>): string {
  return subject === undefined ? texts[failure] : `${texts.subject} ${printable(subject)}`;
}

/**
 * Returns the address of the server for the browser. If the server runs on this machine, it is the
 * public address, because the provider sends the browser back to the public address.
 */
function siteOf({ settings: { operator, publicUrl } }: OpsContext): string {
  const { hostname } = new URL(operator.url);
  const isLocal = hostname === '127.0.0.1' || hostname === 'localhost';
  return isLocal ? (publicUrl ?? operator.url) : operator.url;
}

const withoutChallenge =
  'An answer came that is not for this attempt. If your browser sent it, the server is older than this command.\n';

/**
 * Waits for the browser, for ten minutes at most, on a port of this machine that the operating system chooses. Other
 * programs on the machine can call the port, too, but they do not have the challenge of this attempt. So an answer
 * without the challenge never ends the wait. An older server sends such answers.
 */
function receiveAnswer(
  verifier: string,
  stderr: OpsContext['stderr'],
  began: (port: number) => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let isWarned = false;
    const server = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
      response.setHeader('content-type', 'text/plain; charset=utf-8');
      response.setHeader('connection', 'close');
      const isAnswer = searchParams.has('code') || searchParams.has('failure');
      if (isAnswer && !searchParams.has('challenge')) {
        if (!isWarned) stderr.write(withoutChallenge);
        isWarned = true;
        response.statusCode = 400;
        response.end(withoutChallenge);
        return;
      }
      const { data } = Answer.safeParse(Object.fromEntries(searchParams));
      const answer = data && answersChallenge(verifier, data.challenge) ? data : null;
      response.statusCode = answer ? 200 : 404;
      response.end(answer ? 'You can close this window.\n' : '');
      if (!answer) return;
      clearTimeout(timer);
      server.close();
      resolve(answer);
    });
    const timer = setTimeout(() => {
      server.close();
      reject(new RefusedError('Nobody signed in for ten minutes.'));
    }, waitMs);
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address && typeof address === 'object') began(address.port);
    });
  });
}
