import { commandRestrictionsSchema, mcpRestrictionsSchema } from '@modegate/mode-core/modes';
import { type core, toJSONSchema } from 'zod';
import { knownModeKeys, modesFileSchema } from '../src/modes/mode-schema.ts';

type Json = Record<string, unknown>;

const address = 'https://raw.githubusercontent.com/modegate/modegate/main/packages/mode-core/schemas';

/** Builds the JSON Schemas (draft-07) of this package as text, by file name. */
export function buildSchemas(): ReadonlyMap<string, string> {
  const modes = describeSchema('roomodes.json', 'Modes file', {
    description: 'Modes of a coding agent: .roomodes, custom_modes.yaml and the like.',
    schema: modesFileSchema,
  });
  const properties = modes.properties as Json;
  properties.$schema = { type: 'string', description: 'Address of this schema; for editors.' };
  const mode = (properties.customModes as { readonly items: { readonly properties: Json } }).items;
  for (const key of knownModeKeys) mode.properties[key] ??= foreignFields[key as keyof typeof foreignFields];
  const restrictions = describeSchema('mcp-restrictions.json', 'MCP restrictions of a mode', {
    description: 'Which MCP servers and tools a mode may use: the value of mcpRestrictions.',
    schema: mcpRestrictionsSchema,
  });
  const commands = describeSchema('command-restrictions.json', 'Command restrictions of a mode', {
    description: 'Which commands a mode may run: the value of commandRestrictions.',
    schema: commandRestrictionsSchema,
  });
  return new Map([
    ['roomodes.json', print(modes)],
    ['mcp-restrictions.json', print(restrictions)],
    ['command-restrictions.json', print(commands)],
  ]);
}

/** Keys that other programs of the family write; they are known, but have no effect here. */
const foreignFields = {
  iconName: { type: 'string', description: 'Icon of the mode in Kilo Code.' },
  preferredProviderId: { type: 'string', description: 'Provider of the mode in Kilo Code.' },
  preferredModelId: { type: 'string', description: 'Model of the mode in Kilo Code.' },
  disabledTools: { description: 'Tools that another program of the family switches off.' },
} as const;

function describeSchema(
  file: string,
  title: string,
  { description, schema }: { readonly description: string; readonly schema: core.$ZodType },
): Json {
  const { $schema, ...generated } = toJSONSchema(schema, { target: 'draft-7', io: 'input' }) as Json;
  return { $schema, $id: `${address}/${file}`, title, description, ...(close(generated) as Json) };
}

/**
 * Rejects unknown keys. The loader keeps keys that it does not know, but a schema is meant for editors and flags them,
 * because most are typos.
 */
function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close);
  if (typeof schema !== 'object' || schema === null) return schema;
  const closed: Json = {};
  for (const [key, value] of Object.entries(schema)) closed[key] = close(value);
  if (closed.type === 'object' && closed.properties !== undefined) closed.additionalProperties = false;
  // A draft-07 tuple does not restrict its length.
  if (closed.type === 'array' && Array.isArray(closed.items))
    Object.assign(closed, { minItems: closed.items.length, maxItems: closed.items.length });
  return closed;
}

function print(schema: Json): string {
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}
