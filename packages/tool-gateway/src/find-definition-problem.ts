import { isTooDeep, maxJsonDepth } from './canonical-json.ts';
import { isJsonObject } from './json-object.ts';

/** The longest name of a tool that is accepted. The protocol recommends at most 128 characters. */
export const maxToolNameLength = 1_000;

/**
 * What is wrong with the definition of a tool, as a sentence; `undefined` when nothing is.
 *
 * The rules are those of the `Tool` of MCP 2025-11-25. A client may refuse a whole list for one definition that breaks them, so that such a
 * tool would take all others down with it.
 */
export function findDefinitionProblem(definition: unknown): string | undefined {
  if (!isJsonObject(definition)) return `It must be an object, and is ${kindOf(definition)}.`;
  const { name, inputSchema } = definition;
  if (typeof name !== 'string' || name === '') return `Its name must be a text with content, and is ${kindOf(name)}.`;
  if (name.length > maxToolNameLength) {
    return `Its name has ${name.length} characters, and at most ${maxToolNameLength} are accepted.`;
  }
  if (!isJsonObject(inputSchema)) return `Its inputSchema must be an object, and is ${kindOf(inputSchema)}.`;
  if (inputSchema.type !== 'object') {
    return `The type of its inputSchema must be "object", and is ${quote(inputSchema.type)}.`;
  }
  return (
    findWrongMember(definition, { ...memberTypes, outputSchema: 'object', annotations: 'object', _meta: 'object' }) ??
    findWrongMember(definition.annotations, hintTypes, 'annotations.') ??
    (isTooDeep(definition) ? `It is nested more than ${maxJsonDepth} levels deep.` : undefined)
  );
}

type MemberType = 'string' | 'boolean' | 'object';

const memberTypes = { title: 'string', description: 'string' } as const;

const hintTypes = {
  title: 'string',
  readOnlyHint: 'boolean',
  destructiveHint: 'boolean',
  idempotentHint: 'boolean',
  openWorldHint: 'boolean',
} as const;

function findWrongMember(value: unknown, types: Readonly<Record<string, MemberType>>, path = ''): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const wrong = Object.entries(types).find(([key, type]) => value[key] !== undefined && !isOfType(value[key], type));
  if (wrong === undefined) return undefined;
  const [key, type] = wrong;
  return `Its ${path}${key} must be ${described[type]} or absent, and is ${kindOf(value[key])}.`;
}

const described = { string: 'a text', boolean: 'true or false', object: 'an object' } as const;

function isOfType(value: unknown, type: MemberType): boolean {
  return type === 'object' ? isJsonObject(value) : typeof value === type;
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (value === '') return 'empty';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function quote(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : kindOf(value);
}
