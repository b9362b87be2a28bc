import type { MatchedRule } from '../agent-answer.ts';
import type { PermissionFileProblem } from '../permission-files.ts';
import type { CodexConfigFile, CodexTable } from './codex-rules.ts';
import { isTable, lineOfKey, startFault, valueAt } from './read-codex-config.ts';

/** A value from the settings, and the file that contains it. */
export interface CodexSetting {
  readonly value: unknown;
  readonly path: readonly string[];
  readonly config: CodexConfigFile;
}

/**
 * Files and flags of a session, lowest precedence first: tables are merged key by key, and a higher value replaces a
 * lower one.
 */
export type CodexLayers = readonly CodexConfigFile[];

/** Returns the setting from the highest layer that has the key. */
export function findSetting(layers: CodexLayers, path: readonly string[]): CodexSetting | undefined {
  const config = layers.findLast(({ table }) => valueAt(table, path) !== undefined);
  return config && { value: valueAt(config.table, path), path, config };
}

/** Returns the keys that a table has in any layer. */
export function keysAt(layers: CodexLayers, path: readonly string[]): readonly string[] {
  const tables = layers.map(({ table }) => valueAt(table, path)).filter(isTable);
  return [...new Set(tables.flatMap((table) => Object.keys(table)))];
}

/** Returns the rule to display for a setting. */
export function settingRule(setting: CodexSetting, effect: MatchedRule['effect']): MatchedRule {
  const { config, path, value } = setting;
  const rule = `${path.map((key) => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key))).join('.')} = ${show(value)}`;
  return { rule, effect, ...(config.name !== undefined && { file: config.name, line: lineOfKey(config, path) }) };
}

/** Returns a fault in a setting that prevents Codex from starting. */
export function settingFault({ config, path }: CodexSetting, message: string): PermissionFileProblem {
  return startFault(config, `${message} Codex does not start with this setting.`, { line: lineOfKey(config, path) });
}

/** Returns a layer of values that do not come from a file. */
export function flagLayer(table: CodexTable): CodexConfigFile {
  return { path: '', name: undefined, table, lines: new Map() };
}

function show(value: unknown): string {
  if (isTable(value))
    return `{ ${Object.entries(value)
      .map(([key, one]) => `${key} = ${show(one)}`)
      .join(', ')} }`;
  if (Array.isArray(value)) return `[${value.map(show).join(', ')}]`;
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
