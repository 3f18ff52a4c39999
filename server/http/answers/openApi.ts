import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Collects the routes registered after it in an OpenAPI 3.1 description (`app.swagger()`). */
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
    transform: jsonSchemaTransform,
  });
}
