import type { CodexTable } from './codex-rules.ts';
import { type CodexLayers, type CodexSetting, findSetting } from './config-layers.ts';
import { type ConfigType, configSchema } from './config-schema.ts';
import { isTable, wordOf } from './read-codex-config.ts';

/**
 * Finds the first value in the merged layers whose type is wrong for its key; `what` is worded to follow "the key is".
 */
export function findWrongSetting(
  layers: CodexLayers,
): { readonly setting: CodexSetting; readonly what: string } | undefined {
  const merged = layers.reduce<CodexTable>((all, { table }) => mergeTables(all, table), {});
  const wrong = findWrongValue({ value: merged, type: configSchema, path: [] });
  const setting = wrong && findSetting(layers, wrong.path);
  return setting && wrong && { setting, what: wrong.what };
}

/** Merges tables key by key; any other value replaces the corresponding value in the lower table. */
function mergeTables(low: CodexTable, high: CodexTable): CodexTable {
  const merged: Record<string, unknown> = { ...low };
  for (const [key, value] of Object.entries(high)) {
    const below = Object.hasOwn(merged, key) ? merged[key] : undefined;
    merged[key] = isTable(value) && isTable(below) ? mergeTables(below, value) : value;
  }
  return merged;
}

interface Place {
  readonly value: unknown;
  readonly type: ConfigType;
  readonly path: readonly string[];
}

interface WrongValue {
  readonly path: readonly string[];
  readonly what: string;
}

function findWrongValue({ value, type, path }: Place): WrongValue | undefined {
  if (typeof type === 'string')
    return simpleTypes[type].fits(value) ? undefined : { path, what: simpleTypes[type].what };
  if (type.kind === 'words') {
    return type.words.includes(wordOf(value) ?? '')
      ? undefined
      : { path, what: `none of "${type.words.join('", "')}"` };
  }
  if (type.kind === 'list') {
    if (!Array.isArray(value)) return { path, what: 'not a list' };
    const wrong = value.map((one: unknown) => findWrongValue({ value: one, type: type.item, path }));
    const found = wrong.find((one) => one !== undefined);
    return found && { path, what: `a list with a wrong value: ${found.what}` };
  }
  if (!isTable(value)) return { path, what: 'not a table' };
  const missing = type.required.find((key) => !Object.hasOwn(value, key));
  if (missing !== undefined) return { path, what: `a table without the key ${missing}` };
  for (const [key, inner] of Object.entries(value)) {
    const keyType = Object.hasOwn(type.keys, key) ? type.keys[key] : type.keys['*'];
    const wrong = keyType && findWrongValue({ value: inner, type: keyType, path: [...path, key] });
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

const isInteger = (value: unknown) =>
  typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));

const simpleTypes: Readonly<
  Record<Extract<ConfigType, string>, { readonly fits: (value: unknown) => boolean; readonly what: string }>
> = {
  array: { fits: Array.isArray, what: 'not a list' },
  boolean: { fits: (value) => typeof value === 'boolean', what: 'neither true nor false' },
  feature: {
    fits: (value) => typeof value === 'boolean' || isTable(value),
    what: 'neither true, nor false, nor a table',
  },
  integer: { fits: isInteger, what: 'not a whole number' },
  number: { fits: (value) => typeof value === 'number' || isInteger(value), what: 'not a number' },
  string: { fits: (value) => typeof value === 'string', what: 'not a text' },
};
