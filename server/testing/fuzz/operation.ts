import { z } from 'zod';
import { JsonSchema } from '../../../contract/testing/fuzz/schemaValues.ts';

const Parameter = z.object({
  in: z.enum(['path', 'query', 'header']),
  name: z.string(),
  required: z.boolean().optional(),
  schema: JsonSchema,
});
const Content = z.record(z.string(), z.object({ schema: JsonSchema }));
const Operation = z.object({
  parameters: z.array(Parameter).default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ content: Content.optional() })),
  security: z.array(z.record(z.string(), z.unknown())).optional(),
});
export type Operation = z.infer<typeof Operation>;

export const ApiDescription = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
});
