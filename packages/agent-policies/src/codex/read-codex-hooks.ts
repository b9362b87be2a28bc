import { isJsonObject } from '@modegate/json';
import { readStrictJson } from '../claude-code/strict-json.ts';
import { type HookEntry, readHooks } from '../hooks.ts';
import type { PermissionFile, PermissionFileProblem } from '../permission-files.ts';
import type { CodexConfigFile } from './codex-rules.ts';
import { lineOfKey, valueAt } from './read-codex-config.ts';

/** Hooks from a `hooks.json`; Codex drops the whole file if it contains a single fault. */
export interface CodexHooksFile {
  /** Folder that contains `.codex`. */
  readonly folder: string;
  readonly name: string;
  readonly hooks: readonly HookEntry[];
  readonly fault?: PermissionFileProblem;
}

/** Reads a `hooks.json`. Codex silently ignores a faulty file, as recorded for 0.169.0. */
export function readHooksFile({ path, name, text }: PermissionFile): CodexHooksFile {
  const json = readStrictJson(text);
  const common = { folder: path.slice(0, -'/.codex/hooks.json'.length), name };
  if (!('value' in json)) {
    const { line, column, description } = json;
    const message = `Codex silently ignores this whole file and its hooks: it contains ${description}, but must be strict JSON. Correct it here.`;
    const fault = { code: 'CODEX_HOOKS_DROPPED', severity: 'error', message, file: name, line, column } as const;
    return { ...common, hooks: [], fault };
  }
  const lineOf = (place: readonly (string | number)[]) => json.positionOf(['hooks', ...place]).line;
  const hooks = isJsonObject(json.value) ? json.value.hooks : undefined;
  return { ...common, hooks: readHooks(hooks, { file: name, lineOf }) };
}

/** Returns the hooks in a `config.toml`; they have no line numbers. */
export function readConfigHooks(config: CodexConfigFile): readonly HookEntry[] {
  const { table, name: file } = config;
  if (file === undefined) return [];
  return readHooks(valueAt(table, ['hooks']), {
    file,
    lineOf: ([event = '']) => lineOfKey(config, ['hooks', String(event)]),
  });
}
