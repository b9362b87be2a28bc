import type { ConfigFileKind } from '../entries/server-entry.ts';

/** Values of variables, and settings for their lookup. */
export interface VariableValues {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path for `${workspaceFolder}`; if absent, the variable stays and is reported. */
  readonly workspaceFolder?: string | undefined;
  /** Absolute path for `${userHome}`; if absent, the variable stays and is reported. */
  readonly userHome?: string | undefined;
  /** Value of `${pathSeparator}` and `${/}`. Default `/`. */
  readonly pathSeparator?: '/' | '\\' | undefined;
  /**
   * Kind of the file: Claude's clients, Gemini, Qwen and `generic` read a bare `${NAME}` from the environment; the
   * others leave it unchanged. Default `generic`.
   */
  readonly kind?: ConfigFileKind | undefined;
}

/** Result of looking up a variable. */
export type VariableLookUp =
  | { readonly state: 'value'; readonly text: string }
  | { readonly state: 'variable-missing' | 'variable-input' | 'variable-unknown' };

const BARE_NAME = /^([A-Za-z_][A-Za-z0-9_]*)(?::-([\s\S]*))?$/;
const BARE_NAME_KINDS: ReadonlySet<ConfigFileKind> = new Set(['claude-code', 'claude-desktop', 'gemini', 'generic']);

/** Looks up a variable, given as the text between `${` and `}`. */
export function lookUpVariable(variable: string, values: VariableValues): VariableLookUp {
  const place = placeVariable(variable, values);
  if (place !== undefined) return place;
  if (variable.startsWith('env:')) return valueOr(fromEnvironment(variable.slice(4), values));
  if (variable.startsWith('input:')) return { state: 'variable-input' };
  const [, name, fallback] = BARE_NAME.exec(variable) ?? [];
  if (name === undefined || !BARE_NAME_KINDS.has(values.kind ?? 'generic')) return { state: 'variable-unknown' };
  return valueOr(fromEnvironment(name, values) ?? fallback);
}

function placeVariable(variable: string, values: VariableValues): VariableLookUp | undefined {
  const { workspaceFolder, userHome, pathSeparator = '/' } = values;
  const places = new Map([
    ['workspaceFolder', workspaceFolder],
    ['workspaceFolderBasename', workspaceFolder?.split(/[\\/]/).findLast((part) => part !== '')],
    ['userHome', userHome],
    ['pathSeparator', pathSeparator],
    ['/', pathSeparator],
  ]);
  return places.has(variable) ? valueOr(places.get(variable)) : undefined;
}

function valueOr(text: string | undefined): VariableLookUp {
  return text === undefined ? { state: 'variable-missing' } : { state: 'value', text };
}

function fromEnvironment(name: string, { env }: VariableValues): string | undefined {
  return Object.hasOwn(env, name) ? env[name] : undefined;
}
