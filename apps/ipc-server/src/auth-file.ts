import { editorSchema } from '@modegate/cli-kit/editor-schema';
import { authDefaults, authKeys, authSchema } from '@modegate/principals';
import * as z from 'zod';

/**
 * Schema of the `--auth` file: the keys of the `auth` section, and `$schema`, the address of this schema for editors.
 */
export const authFileSchema = () => authSchema().extend({ $schema: z.string().optional() });

/** The schema of the `--auth` file for editors (JSON Schema, draft 2020-12). */
export function authFileJsonSchema(): object {
  return editorSchema(authFileSchema(), {
    title: 'ipc-server --auth',
    description: 'Who may connect to ipc-server over HTTP.',
    keys: { $schema: 'Address of this schema, for editors.', ...authKeys },
    defaults: { tokens_file: null, resource_url: null, jwt: null, limits: authDefaults.limits },
  });
}
