import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { WebhookMessage, WebhookType } from '../../../contract/operators/webhooks.ts';

/** Describes all routes that are registered after this call, in OpenAPI 3.1 (`app.swagger()`). */
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

/** The messages that the server sends to the operator, one for each type, for the field `webhooks` of the document. */
export function describeWebhooks() {
  const headers = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
    name,
    in: 'header',
    required: true,
    schema: { type: 'string' },
  }));
  return Object.fromEntries(
    WebhookType.options.map((type) => [
      type,
      {
        post: {
          summary: type,
          description:
            'Signed by Standard Webhooks. It arrives at least once, and the order is not promised.',
          parameters: headers,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: z.toJSONSchema(WebhookMessage.extend({ type: z.literal(type) })),
              },
            },
          },
          responses: { '2XX': { description: 'The receiver has the message.' } },
        },
      },
    ]),
  );
}
