import fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { installErrorHandler, sendProblem } from '../../server/http/errorHandler.ts';
import { ProblemError } from '../../server/http/problem.ts';
import type { SandboxLog } from '../../server/outside/outsideWorld.ts';
import { sandboxRoutes } from '../routes.ts';
import type { Sandbox } from '../sandbox.ts';
import { controlRoutes } from './controlRoutes.ts';

export interface WorldServerOptions {
  sandbox: Sandbox;
  log: SandboxLog;
  /** The port to listen on. With 0, the operating system chooses the port. */
  port: number;
  /** The public URL of the app. */
  publicUrl: string;
  /** The secret that authenticates the server. */
  secret: string;
}

/**
 * Starts the HTTP server of the simulated world. The page and the API of the sandbox are below `/sandbox`, to which the
 * server forwards requests. Only the server may call the API below `/control`. Only programs on this machine can reach
 * the HTTP server.
 */
export async function startWorldServer({
  sandbox,
  log,
  port,
  publicUrl,
  secret,
}: WorldServerOptions): Promise<{ close(): Promise<void> }> {
  const app = fastify({ logger: false, bodyLimit: 64 * 1024, forceCloseConnections: true });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  installErrorHandler(app);
  app.setNotFoundHandler((request, reply) =>
    sendProblem(request, reply, new ProblemError('notFound')),
  );
  await app.register(sandboxRoutes, { prefix: '/sandbox', sandbox, publicUrl, log });
  await app.register(controlRoutes, { prefix: '/control', sandbox, secret });
  await app.listen({ host: '127.0.0.1', port });
  return {
    async close() {
      await app.close();
    },
  };
}
