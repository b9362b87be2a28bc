import * as z from 'zod';
import { serversFileSchema } from './server-schema.ts';

/** The JSON Schema (draft 2020-12) of a server configuration file, made from the schema that the reader validates with. */
export function serversJsonSchema(): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(serversFileSchema, { io: 'input' });
}
