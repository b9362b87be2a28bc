import { isJsonObject, type JsonObject } from '@modegate/json';
import { claudeModes } from './claude-rules.ts';

/** A value whose type makes Claude Code drop its whole file. */
export interface WrongType {
  readonly path: readonly (string | number)[];
  readonly expected: string;
}

type Check = (value: unknown) => boolean;
interface KnownType {
  readonly expected: string;
  readonly accepts: Check;
}

const text: KnownType = { expected: 'a string', accepts: (value) => typeof value === 'string' };
const flag: KnownType = { expected: 'true or false', accepts: (value) => typeof value === 'boolean' };
const amount: KnownType = { expected: 'a number', accepts: (value) => typeof value === 'number' };
const object: KnownType = { expected: 'an object', accepts: isJsonObject };
const list: KnownType = { expected: 'a list', accepts: Array.isArray };
const texts: KnownType = {
  expected: 'a list of strings',
  accepts: (value) => Array.isArray(value) && value.every(text.accepts),
};
const disable: KnownType = { expected: `"disable"`, accepts: (value) => value === 'disable' };
const mode: KnownType = {
  expected: `one of ${[...claudeModes, 'manual'].join(', ')}`,
  accepts: (value) => value === 'manual' || claudeModes.some((one) => one === value),
};
const environment: KnownType = {
  expected: 'an object of strings',
  accepts: (value) => isJsonObject(value) && Object.values(value).every((one) => typeof one !== 'object'),
};

const topLevel: Readonly<Record<string, KnownType>> = {
  permissions: object,
  env: environment,
  hooks: object,
  sandbox: object,
  statusLine: object,
  enabledPlugins: object,
  extraKnownMarketplaces: object,
  model: text,
  outputStyle: text,
  language: text,
  apiKeyHelper: text,
  cleanupPeriodDays: amount,
  includeCoAuthoredBy: flag,
  enableAllProjectMcpServers: flag,
  alwaysThinkingEnabled: flag,
  disableAllHooks: flag,
  enabledMcpjsonServers: texts,
  disabledMcpjsonServers: texts,
};

const permissions: Readonly<Record<string, KnownType>> = {
  allow: list,
  ask: list,
  deny: list,
  defaultMode: mode,
  additionalDirectories: texts,
  disableBypassPermissionsMode: disable,
  disableAutoMode: disable,
};

const sandbox: Readonly<Record<string, KnownType>> = {
  enabled: flag,
  autoAllowBashIfSandboxed: flag,
  allowUnsandboxedCommands: flag,
  excludedCommands: texts,
  network: object,
  filesystem: object,
};

const nested = { permissions, sandbox } as const;

/** First value of a known key with a wrong type; unknown keys are fine. */
export function findWrongType(settings: unknown): WrongType | undefined {
  if (!isJsonObject(settings)) return { path: [], expected: 'an object' };
  const wrong = findIn(settings, topLevel);
  if (wrong !== undefined) return wrong;
  for (const [key, types] of Object.entries(nested)) {
    const inner = settings[key];
    const found = isJsonObject(inner) ? findIn(inner, types) : undefined;
    if (found !== undefined) return { ...found, path: [key, ...found.path] };
  }
  return undefined;
}

function findIn(value: JsonObject, types: Readonly<Record<string, KnownType>>): WrongType | undefined {
  for (const [key, { expected, accepts }] of Object.entries(types)) {
    if (Object.hasOwn(value, key) && !accepts(value[key])) return { path: [key], expected };
  }
  return undefined;
}
