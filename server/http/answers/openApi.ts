import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { isForOperators } from './operatorsApi.ts';

/**
 * Makes `app.swagger()` describe the routes for riders' apps in OpenAPI 3.1. Only routes that are
 * registered after this call are described.
 */
export async function describeApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Charger rental',
        description:
          'Errors are `application/problem+json` with a `code`. Money is in minor units. ' +
          'Every POST that moves money or hardware takes an `Idempotency-Key`.',
        version,
      },
      components: {
        securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      },
    },
    transform: (route) =>
      isForOperators(route.url)
        ? { schema: { hide: true }, url: route.url }
        : jsonSchemaTransform(route),
  });
}
