import type { ConfigFileKind } from '../entries/server-entry.ts';

/** What variables stand for. */
export interface VariableContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path for `${workspaceFolder}`; absent, the variable is left and reported. */
  readonly workspaceFolder?: string | undefined;
  /** Absolute path for `${userHome}`; absent, the variable is left and reported. */
  readonly userHome?: string | undefined;
  /** For `${pathSeparator}` and `${/}`. Default `/`. */
  readonly pathSeparator?: '/' | '\\' | undefined;
  /**
   * Whose rules decide about the bare `${NAME}`: Claude's clients and `generic` take it from the environment, the others
   * leave it. Default `generic`.
   */
  readonly kind?: ConfigFileKind | undefined;
}

/** The outcome of looking a variable up. */
export type VariableLookUp =
  | { readonly state: 'value'; readonly text: string }
  | { readonly state: 'variable-missing' | 'variable-input' | 'variable-unknown' };

const BARE_NAME = /^([A-Za-z_][A-Za-z0-9_]*)(?::-([\s\S]*))?$/;
const BARE_NAME_KINDS: ReadonlySet<ConfigFileKind> = new Set(['claude-code', 'claude-desktop', 'generic']);

/** What a variable, the text between `${` and `}`, stands for; or why it stands for nothing. */
export function lookUpVariable(variable: string, context: VariableContext): VariableLookUp {
  const place = placeVariable(variable, context);
  if (place !== undefined) return place;
  if (variable.startsWith('env:')) return valueOr(fromEnvironment(variable.slice(4), context));
  if (variable.startsWith('input:')) return { state: 'variable-input' };
  const [, name, fallback] = BARE_NAME.exec(variable) ?? [];
  if (name === undefined || !BARE_NAME_KINDS.has(context.kind ?? 'generic')) return { state: 'variable-unknown' };
  return valueOr(fromEnvironment(name, context) ?? fallback);
}

function placeVariable(variable: string, context: VariableContext): VariableLookUp | undefined {
  const { workspaceFolder, userHome, pathSeparator = '/' } = context;
  switch (variable) {
    case 'workspaceFolder':
      return valueOr(workspaceFolder);
    case 'workspaceFolderBasename':
      return valueOr(workspaceFolder?.split(/[\\/]/).findLast((part) => part !== ''));
    case 'userHome':
      return valueOr(userHome);
    case 'pathSeparator':
    case '/':
      return valueOr(pathSeparator);
    default:
      return undefined;
  }
}

function valueOr(text: string | undefined): VariableLookUp {
  return text === undefined ? { state: 'variable-missing' } : { state: 'value', text };
}

function fromEnvironment(name: string, { env }: VariableContext): string | undefined {
  return Object.hasOwn(env, name) ? env[name] : undefined;
}
