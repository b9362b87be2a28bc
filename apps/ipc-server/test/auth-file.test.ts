import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { authFileJsonSchema, authFileSchema } from '../src/auth-file.ts';

const schemaFile = join(import.meta.dirname, '../schemas/auth.schema.json');
const jwt = { issuer: 'https://login.example', audience: 'ipc', jwks_uri: 'https://login.example/keys' };

test('the published auth file schema matches the schema that the program validates with', async () => {
  await expect(`${JSON.stringify(authFileJsonSchema(), null, 2)}\n`).toMatchFileSnapshot(schemaFile);
});

test.each([
  {},
  { $schema: 'https://example.com/auth.schema.json', tokens_file: null },
  { jwt, limits: { burst: 7 } },
  { jwt: { ...jwt, algorithms: ['none'] } },
  { jwt: { issuer: 'a' } },
  { limits: { burst: 0.5 } },
  { token_file: 'x' },
])('the auth file schema and the program agree on %j', (value) => {
  const isValid = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(authFileJsonSchema());
  expect(isValid(value)).toBe(authFileSchema().safeParse(value).success);
});
