import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorStatus, Problem } from '../../../contract/errors.ts';
import { opsErrors, OpsProblem } from '../../../contract/operators/problems.ts';
import type { OperatorRole } from '../../../contract/operators/team.ts';
import { WebhookMessage, WebhookType } from '../../../contract/operators/webhooks.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the description of the routes of operators, which `operatorsDocument` completes. */
    operatorsApi: FastifyInstance['swagger'];
  }
  interface FastifySchema {
    /** The roles that may call a route of operators. The OpenAPI document shows these roles. */
    'x-roles'?: readonly OperatorRole[];
  }
}

/** Whether a route belongs to the API of operators, and so not to the API of riders' apps. */
export const isForOperators = (url: string) => url.startsWith('/api/ops/');

const schemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' });

/** Lists the codes with their statuses, for people who read the document. */
const listOf = (codes: Record<string, number>) =>
  Object.entries(codes)
    .map(([code, status]) => `\`${code}\` (${status})`)
    .join(', ');

const components = {
  securitySchemes: {
    operatorKey: {
      type: 'http',
      scheme: 'bearer',
      description:
        "An operator's own key, `ops_…`. The key of the server is accepted too, with the name of the operator " +
        'in the header `x-operator`, encoded as a part of a URL. The token of a session is accepted, too.',
    },
    operatorSession: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-operator',
      description:
        'The session of a browser. A POST also needs the origin of the server, and the header `x-csrf-token` with ' +
        'the token of `GET /api/ops/me`.',
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: true,
      description: 'The name of this act. A second call with the same key changes nothing.',
      schema: { type: 'string', pattern: '^[!-~]{16,100}$' },
    },
  },
  schemas: {
    OpsProblem: {
      ...schemaOf(OpsProblem.extend({ code: z.enum(Object.keys(opsErrors)) })),
      description: `A refused act. The codes: ${listOf(opsErrors)}.`,
    },
    Problem: {
      ...schemaOf(Problem),
      description: `A refused request, as in the document for apps. The codes: ${listOf(errorStatus)}.`,
    },
  },
  responses: {
    Problem: {
      description: 'The call was refused, and has changed nothing.',
      content: {
        'application/problem+json': {
          schema: {
            anyOf: [
              { $ref: '#/components/schemas/OpsProblem' },
              { $ref: '#/components/schemas/Problem' },
            ],
          },
        },
      },
    },
  },
} as const;

/**
 * Calls about the operator's own session need no idempotency key, because repeating them does no harm. The search for
 * riders needs none, because it changes nothing.
 */
const withoutKey =
  /^\/api\/ops\/(?:sign-in|sign-out|second-factor|me\/sessions|riders\/search)(?:\/|$)/;

/** The path of the document, which everybody may read. */
export const operatorsDocumentPath = '/api/ops/openapi.json';

/** The OpenAPI document of the API of operators, with the webhook messages that the server sends to them. */
export const operatorsDocument = (app: FastifyInstance) => ({
  ...app.operatorsApi(),
  components,
  webhooks: describeWebhooks(),
});

/**
 * Makes `app.operatorsApi()` describe the routes of operators. Only routes that are registered
 * after this call are described.
 */
export async function describeOperatorsApi(app: FastifyInstance, version: string): Promise<void> {
  const options = {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Charger rental: operators',
        description:
          'Each call needs one of the roles in `x-roles`. Each POST needs an `Idempotency-Key` and a reason, and ' +
          'leaves an entry in the record of operators. Calls about the own session need neither. The search for ' +
          'riders needs neither and leaves no entry. Money is in minor units.',
        version,
      },
      components: { securitySchemes: components.securitySchemes },
    },
    decorator: 'operatorsApi',
    transform(route) {
      if (!isForOperators(route.url)) return { schema: { hide: true }, url: route.url };
      const { roles } = route.route.config ?? {};
      const schema = {
        ...route.schema,
        tags: [areaOf(route.url)],
        // The sign-in needs no role.
        security: roles ? [{ operatorKey: [] }, { operatorSession: [] }] : [],
        'x-roles': roles ? (['administrator', ...roles] as const) : [],
      };
      return jsonSchemaTransform({ ...route, schema });
    },
    transformObject(described) {
      if (!('openapiObject' in described)) throw new Error('expected a document of OpenAPI');
      const { openapiObject } = described;
      for (const [path, item] of Object.entries(openapiObject.paths ?? {})) {
        for (const method of ['get', 'post'] as const) {
          const operation = item?.[method];
          if (!operation) continue;
          operation.responses = {
            ...operation.responses,
            default: { $ref: '#/components/responses/Problem' },
          };
          if (method === 'get' || withoutKey.test(path)) continue;
          const key = { $ref: '#/components/parameters/IdempotencyKey' };
          operation.parameters = [...(operation.parameters ?? []), key];
        }
      }
      return openapiObject;
    },
    // The type of the plugin lacks `decorator`.
  } satisfies FastifyDynamicSwaggerOptions & { decorator: string };
  await app.register(swagger, options);
}

/** The part of the path after `/api/ops/`, such as `stations`. */
const areaOf = (url: string) => url.split('/')[3] ?? '';

/** Describes the webhook messages that the server sends to the operator, one for each type. */
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
