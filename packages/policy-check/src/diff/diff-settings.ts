import { compileNamePattern } from '@modegate/mode-core/patterns';
import { findTool } from '@modegate/mode-core/tools';
import type { PermissionSubject } from '../matrix/permission-row.ts';
import { type ComparedSides, isWiderMode, mayBeWider, mayUseSomething, toolRowOf } from './compare-sides.ts';
import { comparedSlugs, type PolicyState } from './policy-state.ts';

/** Settings in a project that grant permissions to agents, apart from the project's modes and servers. */
export interface ComparedSettings {
  readonly disabledTools?: readonly string[] | undefined;
  readonly hooks?:
    | {
        readonly defaultMode?: string | undefined;
        readonly agents?: Readonly<Record<string, string>> | undefined;
        readonly tools?: Readonly<Record<string, string>> | undefined;
        readonly protect?: boolean | undefined;
      }
    | undefined;
}

/** One side of a comparison, with its settings. */
export interface ConfiguredState extends PolicyState {
  readonly settings: ComparedSettings;
}

/** One setting that differs. */
export interface SettingChange {
  /** Key of the setting, for example `hooks.tools.Bash2` or `disabledTools`. */
  readonly key: string;
  /** True if an agent may be able to do more after the change; anything unknown is treated as granting more. */
  readonly mayGrant: boolean;
  readonly message: string;
}

/** Compares what two configurations allow agents to do. Ignores the settings of the checker, which grant nothing. */
export function diffSettings(before: ConfiguredState, after: ConfiguredState): readonly SettingChange[] {
  const sides = { before, after };
  return [
    ...diffDisabled(sides),
    ...diffDefaultMode(sides),
    ...diffRecords('hooks.agents', sides, ({ hooks }) => hooks?.agents).map((entry) => describeAgent(entry, sides)),
    ...diffNames(sides),
    ...diffRecords('hooks.tools', sides, ({ hooks }) => hooks?.tools).map((entry) => describeTool(entry, sides)),
    ...diffProtection(sides),
  ];
}

type Sides = ComparedSides<ConfiguredState>;

function diffDisabled(sides: Sides): readonly SettingChange[] {
  const [before = [], after = []] = [sides.before.settings.disabledTools, sides.after.settings.disabledTools];
  const opened = before.filter((name) => !after.some((other) => other === name || compileNamePattern(other)(name)));
  const closed = after.filter((name) => !before.includes(name));
  const mayGrant =
    opened.length > 0 &&
    comparedSlugs(sides.after).some((slug) => isWiderMode(sides, { first: slug, second: slug }, isAmong(opened)));
  const change = (names: readonly string[], effect: string, grants: boolean): readonly SettingChange[] => {
    const message = `'disabledTools' ${effect} ${names.join(', ')}.`;
    return names.length === 0 ? [] : [{ key: 'disabledTools', mayGrant: grants, message }];
  };
  return [...change(opened, 'no longer lists', mayGrant), ...change(closed, 'now lists', false)];
}

/**
 * Returns a predicate that is true if a subject is in the entries. Entries may refer to servers' tools by the names
 * that an agent uses, or to the tools that call them.
 */
function isAmong(entries: readonly string[]): (subject: PermissionSubject) => boolean {
  const matches = entries.map((entry) => compileNamePattern(entry));
  const isListed = (tool: string) =>
    [tool, ...(findTool(tool)?.aliases ?? [])].some((name) => matches.some((one) => one(name)));
  const opensServers =
    ['use_mcp_tool', 'access_mcp_resource'].some(isListed) || entries.some((entry) => /^(?:mcp|[*?])/.test(entry));
  return (subject) => (subject.kind === 'tool' ? isListed(subject.tool) : opensServers);
}

function diffDefaultMode(sides: Sides): readonly SettingChange[] {
  const [first, second] = [sides.before.settings.hooks?.defaultMode, sides.after.settings.hooks?.defaultMode];
  if (first === second) return [];
  const change = (mayGrant: boolean, message: string): readonly SettingChange[] => [
    { key: 'hooks.defaultMode', mayGrant, message },
  ];
  if (second === undefined)
    return change(
      first !== undefined && callerModes(sides.after).some((own) => isWiderMode(sides, { first, second: own })),
      "'hooks.defaultMode' was removed. If no mode is chosen, hooks apply the mode with the same name as the agent. If no mode has that name, hooks refuse every tool.",
    );
  if (first === undefined)
    return change(
      mayUseSomething(sides.after, second),
      `'hooks.defaultMode' is new: if no mode is chosen, hooks now use '${second}'; previously, they refused every tool.`,
    );
  return change(
    isWiderMode(sides, { first, second }),
    `'hooks.defaultMode' was '${first}' and is now '${second}', the mode that hooks use if none is chosen.`,
  );
}

/**
 * Returns the modes that may apply to agents when no mode is active: the modes with the agents' names (except built-in
 * modes), or the modes to which the names are mapped.
 */
function callerModes({ policy, settings }: ConfiguredState): readonly string[] {
  const mapped = settings.hooks?.agents ?? {};
  const named = policy.modes.filter(({ source }) => source !== 'builtin').map(({ config }) => config.slug);
  return [...new Set([...named.filter((slug) => !Object.hasOwn(mapped, slug)), ...Object.values(mapped)])];
}

interface RecordChange {
  readonly key: string;
  readonly name: string;
  readonly first: string | undefined;
  readonly second: string | undefined;
}

function diffRecords(
  key: string,
  { before, after }: Sides,
  read: (settings: ComparedSettings) => Readonly<Record<string, string>> | undefined,
): readonly RecordChange[] {
  const [first, second] = [before, after].map(({ settings }) => new Map(Object.entries(read(settings) ?? {})));
  const names = new Set([...(first?.keys() ?? []), ...(second?.keys() ?? [])]);
  return [...names]
    .map((name) => ({ key: `${key}.${name}`, name, first: first?.get(name), second: second?.get(name) }))
    .filter((entry) => entry.first !== entry.second);
}

/**
 * If a name is not mapped to any mode, the agent is restricted by the mode with the same slug, if such a mode exists.
 */
function describeAgent({ key, name, first, second }: RecordChange, sides: Sides): SettingChange {
  const own = ({ policy }: PolicyState) => (policy.modes.some(({ config }) => config.slug === name) ? name : undefined);
  const [narrowed, narrows] = [first ?? own(sides.before), second ?? own(sides.after)];
  const mayGrant = mayAgentDoMore(sides, narrowed, narrows);
  const words = (mode: string | undefined) => (mode === undefined ? 'by no mode' : `by '${mode}'`);
  const message = `'${key}': the agent '${name}' was limited ${words(narrowed)}, and is now limited ${words(narrows)}.`;
  return { key, mayGrant, message };
}

/**
 * Hooks also restrict an agent to the mode with the same name. If that mode does not exist, the agent may do what the
 * active mode allows.
 */
function diffNames(sides: Sides): readonly SettingChange[] {
  const { before, after } = sides;
  if (before.settings.hooks === undefined && after.settings.hooks === undefined) return [];
  const mapped = [before, after].flatMap(({ settings }) => Object.keys(settings.hooks?.agents ?? {}));
  const still = new Set([...comparedSlugs(after), ...mapped]);
  return comparedSlugs(before)
    .filter((slug) => !still.has(slug) && mayAgentDoMore(sides, slug, undefined))
    .map((slug) => ({
      key: 'hooks',
      mayGrant: true,
      message: `Mode '${slug}' was removed. Hooks applied it to the agent with this name; now no mode limits that agent.`,
    }));
}

/**
 * If no mode is active, only the agent's own mode applies; an agent that has no mode of its own is refused everything.
 */
function mayAgentDoMore(sides: Sides, narrowed: string | undefined, narrows: string | undefined): boolean {
  if (narrowed !== undefined) {
    const later = narrows === undefined ? comparedSlugs(sides.after) : [narrows];
    return later.some((second) => isWiderMode(sides, { first: narrowed, second }));
  }
  const [first, second] = [sides.before.settings.hooks?.defaultMode, sides.after.settings.hooks?.defaultMode];
  if (narrows === undefined || second !== undefined) return false;
  return first === undefined ? mayUseSomething(sides.after, narrows) : isWiderMode(sides, { first, second: narrows });
}

/**
 * Hooks refuse an unknown tool unless the mode has no restrictions at all; they allow a harmless tool in every mode.
 */
function describeTool({ key, name, first, second }: RecordChange, sides: Sides): SettingChange {
  const words = (kind: string | undefined) =>
    kind === undefined ? 'not known and therefore refused' : `judged as '${kind}'`;
  // Only tools that write are denied access to the files that determine which actions agents are allowed to take.
  const wasGuarded = first === 'edit' && second !== 'edit' && sides.before.settings.hooks?.protect !== false;
  return {
    key,
    mayGrant: comparedSlugs(sides.after).some((slug) => {
      const known = wasGuarded ? undefined : toolRowOf(sides.before, slug, toolOfKind(first));
      return mayBeWider(known, toolRowOf(sides.after, slug, toolOfKind(second)));
    }),
    message: `'${key}': the tool '${name}' was ${words(first)}, and is now ${words(second)}.`,
  };
}

/** Returns the tool that represents a kind of tool in queries to a mode. */
function toolOfKind(kind: string | undefined): string | undefined {
  return kind === undefined ? undefined : toolsOfKinds.get(kind);
}

const toolsOfKinds: ReadonlyMap<string, string> = new Map([
  ['read', 'read_file'],
  ['edit', 'write_to_file'],
  ['command', 'execute_command'],
  ['browser', 'browser_action'],
  ['harmless', 'ask_followup_question'],
]);

/**
 * The files that determine which actions agents are allowed to take are not known here, so any mode that can write may
 * be able to write to one of them.
 */
function diffProtection({ before, after }: Sides): readonly SettingChange[] {
  const [first, second] = [before, after].map(({ settings }) => settings.hooks?.protect ?? true);
  if (first === second) return [];
  const message =
    second === true
      ? "'hooks.protect' is on: hooks prevent modes from writing the files that decide what agents may do."
      : "'hooks.protect' is off: hooks allow modes to write the files that decide what agents may do.";
  const writes = (slug: string) => mayBeWider(undefined, toolRowOf(after, slug, 'write_to_file'));
  return [{ key: 'hooks.protect', mayGrant: second === false && comparedSlugs(after).some(writes), message }];
}
