import * as z from 'zod';

/** The descriptions that an editor shows for a settings file. */
export interface EditorSchemaTexts {
  readonly title: string;
  readonly description: string;
  /** The description of each key, by its dotted path: `sessions.timeout`. */
  readonly keys: Readonly<Record<string, string>>;
  /** The default value of each key, in the form of a file in which every key is set to its default. */
  readonly defaults: object;
}

type Node = { readonly properties?: Record<string, Node>; readonly anyOf?: readonly Node[] } & Record<string, unknown>;

/**
 * Returns the JSON Schema (draft 2020-12) for a settings file, with the descriptions that editors show for each key.
 */
export function editorSchema(schema: z.ZodObject, { title, description, keys, defaults }: EditorSchemaTexts): object {
  const node = z.toJSONSchema(schema, { io: 'input' }) as Node;
  return { title, description, ...describeProperties(node, { prefix: '', keys, defaults }) };
}

interface Described {
  readonly prefix: string;
  readonly keys: Readonly<Record<string, string>>;
  readonly defaults: unknown;
}

function describeProperties(node: Node, where: Described): Node {
  if (node.properties === undefined) return node;
  const properties = Object.entries(node.properties).map(([key, value]) => [key, describeKey(key, value, where)]);
  return { ...node, properties: Object.fromEntries(properties) };
}

function describeKey(key: string, node: Node, { prefix, keys, defaults }: Described): Node {
  const path = `${prefix}${key}`;
  const value: unknown = isRecord(defaults) ? defaults[key] : undefined;
  const below = { prefix: `${path}.`, keys, defaults: value };
  const { anyOf } = node;
  return {
    ...(keys[path] === undefined ? {} : { description: keys[path] }),
    ...(value === undefined || node.properties !== undefined ? {} : { default: value }),
    ...describeProperties(node, below),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map((one) => describeProperties(one, below)) }),
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
