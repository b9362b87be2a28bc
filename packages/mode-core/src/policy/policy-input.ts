import { isJsonObject } from '@modegate/json';
import { didYouMean } from '@modegate/nearest-name';
import type { CircumstanceSources } from '../circumstances/circumstances.ts';
import { commandShells } from '../commands/command-analyser.ts';
import type { CommandJudge } from '../commands/command-judge.ts';
import type { McpServerPolicy } from '../mcp/server-policy.ts';
import type { ModeConfig } from '../modes/mode.ts';
import type { ParsedModes } from '../modes/parsed-modes.ts';
import { show } from '../show.ts';

/** Modes of one layer: parsed from a file, or plain objects (which are checked in the same way). */
export type ModesInput = ParsedModes | readonly ModeConfig[];

/** Input for a policy. An unknown key makes the policy refuse everything. */
export interface PolicyInput extends CircumstanceSources {
  readonly project?: ModesInput | undefined;
  readonly global?: ModesInput | undefined;
  /** Modes that replace the built-in modes; `[]` for none. Default {@link builtinModes}. */
  readonly builtin?: ModesInput | undefined;
  /**
   * Configured MCP servers. If given, even as `[]`, any other server is refused unless the mode allows its exact name.
   * If absent, the servers are unknown and only the modes' rules apply. A function is called once, when the policy
   * first needs the servers.
   */
  readonly servers?: ServersInput | undefined;
  /**
   * The reason why a server file could not be read. The file may have blocked any of the servers, so only the servers
   * in `servers` are allowed. Default: all files were read.
   */
  readonly serverFilesUnreadable?: string | undefined;
  /**
   * Names or aliases of tools switched off in every mode; case-sensitive, with the wildcards `*` and `?`. A name that
   * matches no tool is reported.
   */
  readonly disabledTools?: readonly string[] | undefined;
  /**
   * Absolute path of the project folder, needed for absolute paths inside it. Without this path, absolute paths are
   * refused under a file restriction.
   */
  readonly projectRoot?: string | undefined;
  /**
   * The command judge, from `createCommandJudge` in `@modegate/mode-core/commands`. Default: none, in which case modes
   * with `commandRestrictions` refuse every command.
   */
  readonly commands?: CommandJudge | undefined;
}

/** Servers for a policy, or a function that reads them. If the function throws, every MCP call is refused. */
export type ServersInput = readonly McpServerPolicy[] | (() => readonly McpServerPolicy[]);

/** Returns the servers in a policy's input. */
export function listServers(servers: ServersInput): readonly McpServerPolicy[] {
  return typeof servers === 'function' ? servers() : servers;
}

/** Usable part of a policy's input, and the faults in the rest. */
export interface CheckedInput {
  readonly input: PolicyInput;
  readonly faults: readonly InputFault[];
}

/** A fault in a policy's input. */
export interface InputFault {
  readonly message: string;
  /** JSON pointer to the faulty value in the input. */
  readonly pointer: string;
}

/** Checks input from untyped callers: modes under a misspelt key must not be treated as absent. */
export function checkPolicyInput(given: unknown): CheckedInput {
  if (!isJsonObject(given))
    return { input: {}, faults: [{ message: `Expected a mapping, not ${show(given)}.`, pointer: '' }] };
  const input: Record<string, unknown> = {};
  const faults: InputFault[] = [];
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const expected = findExpectation(key, value);
    if (expected === undefined) input[key] = value;
    else faults.push({ message: expected, pointer: `/${key}` });
  }
  return { input, faults };
}

const expectations: Readonly<Record<keyof PolicyInput, readonly [(value: unknown) => boolean, string]>> = {
  project: [isLayer, 'parsed modes or a list of modes'],
  global: [isLayer, 'parsed modes or a list of modes'],
  builtin: [isLayer, 'parsed modes or a list of modes'],
  servers: [(value) => Array.isArray(value) || typeof value === 'function', 'a list of servers'],
  serverFilesUnreadable: [(value) => typeof value === 'string', 'a text'],
  disabledTools: [isTextList, 'a list of names'],
  projectRoot: [(value) => typeof value === 'string' && value.trim() !== '', 'a non-empty folder path'],
  commands: [isCommandJudge, `a judge from createCommandJudge, for one of the shells ${commandShells.join(', ')}`],
  now: [(value) => typeof value === 'function', 'a function'],
  context: [(value) => typeof value === 'function', 'a function'],
};

function findExpectation(key: string, value: unknown): string | undefined {
  if (!Object.hasOwn(expectations, key)) {
    const known = Object.keys(expectations);
    return `Unknown key ${show(key)}; known keys: ${known.join(', ')}.${didYouMean(key, known)}`;
  }
  const [test, expected] = expectations[key as keyof PolicyInput];
  return test(value) ? undefined : `'${key}' must be ${expected}, not ${show(value)}.`;
}

function isLayer(value: unknown): boolean {
  if (Array.isArray(value)) return true;
  return isJsonObject(value) && Array.isArray(value.modes) && Array.isArray(value.problems);
}

function isCommandJudge(value: unknown): boolean {
  const { shell, decide }: Partial<CommandJudge> = isJsonObject(value) ? value : {};
  return (commandShells as readonly unknown[]).includes(shell) && typeof decide === 'function';
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && [...(value as readonly unknown[])].every((item) => typeof item === 'string');
}
