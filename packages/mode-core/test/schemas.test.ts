import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { fromJSONSchema } from 'zod';
import { buildSchemas } from '../scripts/build-schemas.ts';

const { resolve } = createRequire(import.meta.url);
const published = (file: string) => readFileSync(resolve(`@modegate/mode-core/schemas/${file}`), 'utf8');

test.each([...buildSchemas()])('%s matches the source; run scripts/write-schemas.ts if it does not', (file, text) => {
  expect(published(file)).toBe(text);
});

test.each([...buildSchemas().keys()])(
  '%s is a draft-07 schema with an address and a title, and closed at every level',
  (file) => {
    const schema = JSON.parse(published(file));
    expect(schema).toMatchObject({
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: expect.stringMatching(new RegExp(`/schemas/${file}$`)),
      title: expect.any(String),
    });
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      // A mapping of free names has no properties to be closed to.
      if ('type' in node && node.type === 'object' && ('properties' in node || !('propertyNames' in node)))
        expect(node).toMatchObject({ additionalProperties: false });
      for (const child of Object.values(node)) visit(child);
    };
    visit(schema);
  },
);

describe('sample documents for the JSON schemas', () => {
  const accepts = (file: string, document: unknown) =>
    fromJSONSchema(JSON.parse(published(file))).safeParse(document).success;
  const mode = {
    slug: 'a',
    name: 'A',
    roleDefinition: 'r',
    groups: ['read', ['edit', { fileRegex: 'x', description: 'd' }]],
  };
  const modes = (...changes: object[]) => ({ customModes: changes.map((change) => ({ ...mode, ...change })) });

  test.each([
    ['no modes', { customModes: [] }],
    ['a mode', modes({})],
    [
      'every field',
      modes({
        whenToUse: 'w',
        description: 'd',
        customInstructions: 'c',
        source: 'project',
        iconName: 'i',
        allowedMcpServers: [],
        mcpRestrictions: {
          extends: ['base', 'other'],
          allowedServers: ['*'],
          disallowedTools: [{ serverName: 's', toolName: 't', when: { branch: 'main' } }],
          allowedTools: [{ serverName: 's', toolName: 't', schedule: { timeZone: 'UTC', from: '22:00', to: '24:00' } }],
          schedule: [{ timeZone: 'Europe/Berlin', days: ['mon', 'sun'] }],
          when: { branch: ['main', 'release/*'], ci: false, env: { NODE_ENV: 'test', STAGE: ['a', 'b'] } },
        },
        rulesFiles: [{ relativePath: 'a.md', content: 'x' }],
      }),
    ],
    ['the address of the schema', { $schema: 'x', customModes: [] }],
  ])('roomodes.json accepts %s', (_, document) => {
    expect(accepts('roomodes.json', document)).toBe(true);
  });

  test.each([
    ['no list', {}],
    ['another key', { customModes: [], modes: [] }],
    ['a misspelt field', modes({ roleDefinitions: 'r' })],
    ['a slug with a space', modes({ slug: 'a b' })],
    ['an empty name', modes({ name: '' })],
    ['an unknown group', modes({ groups: ['reed'] })],
    ['a group with a misspelt limit', modes({ groups: [['edit', { fileRegexp: 'x' }]] })],
    ['a misspelt restriction', modes({ mcpRestrictions: { allowedServer: [] } })],
    ['a schedule without a zone', modes({ mcpRestrictions: { schedule: { days: ['mon'] } } })],
    [
      'a time that begins at 24:00',
      modes({ mcpRestrictions: { schedule: { timeZone: 'UTC', from: '24:00', to: '01:00' } } }),
    ],
    ['a misspelt condition', modes({ mcpRestrictions: { when: { brunch: 'main' } } })],
    [
      'a condition on a misspelt tool key',
      modes({ mcpRestrictions: { allowedTools: [{ serverName: 's', toolName: 't', wen: {} }] } }),
    ],
    ['a value that is no text', modes({ mcpRestrictions: { when: { env: { CI: true } } } })],
    ['a parent that is no slug', modes({ mcpRestrictions: { extends: 'a b' } })],
    ['a restriction on a tool without its server', modes({ mcpRestrictions: { allowedTools: [{ toolName: 't' }] } })],
  ])('roomodes.json rejects %s', (_, document) => {
    expect(accepts('roomodes.json', document)).toBe(false);
  });

  test('mcp-restrictions.json accepts valid restrictions and rejects misspelt ones', () => {
    expect(accepts('mcp-restrictions.json', { allowedServers: [] })).toBe(true);
    expect(accepts('mcp-restrictions.json', { allowServers: [] })).toBe(false);
  });
});
