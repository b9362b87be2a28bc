import { compileNamePattern } from '@modegate/mode-core';
import { compareRows, isWider } from '../matrix/compare-rows.ts';
import { permissionMatrix } from '../matrix/permission-matrix.ts';
import { listSubjects, mergeSubjects } from '../matrix/subjects.ts';
import type { PolicyState } from './diff-policies.ts';

/** What the configuration of a project lets agents do, beside its modes and servers. */
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
  /** Such as `hooks.tools.Bash2`, or `disabledTools`. */
  readonly key: string;
  /** Whether an agent may do more now, as far as can be told; what is not known counts as more. */
  readonly mayGrant: boolean;
  readonly message: string;
}

/** Compares what two configurations let agents do. Settings of the checker, which grant nothing, are left out. */
export function diffSettings(before: ConfiguredState, after: ConfiguredState): readonly SettingChange[] {
  const sides = { before, after };
  return [
    ...diffDisabled(before.settings.disabledTools, after.settings.disabledTools),
    ...diffDefaultMode(sides),
    ...diffRecords('hooks.agents', sides, ({ hooks }) => hooks?.agents).map((entry) => describeAgent(entry, sides)),
    ...diffRecords('hooks.tools', sides, ({ hooks }) => hooks?.tools).map(describeTool),
    ...diffProtection(before.settings.hooks?.protect ?? true, after.settings.hooks?.protect ?? true),
  ];
}

interface Sides {
  readonly before: ConfiguredState;
  readonly after: ConfiguredState;
}

function diffDisabled(before: readonly string[] = [], after: readonly string[] = []): readonly SettingChange[] {
  const opened = before.filter((name) => !after.some((other) => other === name || compileNamePattern(other)(name)));
  const closed = after.filter((name) => !before.includes(name));
  const change = (names: readonly string[], mayGrant: boolean): readonly SettingChange[] => {
    const effect = mayGrant ? 'no longer lists' : 'now lists';
    const message = `'disabledTools' ${effect} ${names.join(', ')}.`;
    return names.length === 0 ? [] : [{ key: 'disabledTools', mayGrant, message }];
  };
  return [...change(opened, true), ...change(closed, false)];
}

function diffDefaultMode(sides: Sides): readonly SettingChange[] {
  const [first, second] = [sides.before.settings.hooks?.defaultMode, sides.after.settings.hooks?.defaultMode];
  if (first === second) return [];
  const change = (mayGrant: boolean, message: string): readonly SettingChange[] => [
    { key: 'hooks.defaultMode', mayGrant, message },
  ];
  if (second === undefined)
    return change(false, `'hooks.defaultMode' was removed: where no mode is chosen, hooks refuse every tool.`);
  if (first === undefined)
    return change(
      true,
      `'hooks.defaultMode' is new: where no mode is chosen, hooks use '${second}'; they refused every tool.`,
    );
  return change(
    isWiderMode(sides, { first, second }),
    `'hooks.defaultMode' was '${first}' and is now '${second}', the mode that hooks use where none is chosen.`,
  );
}

/** Whether a mode of the one side may do something after the change that the other may not before it. */
function isWiderMode(
  { before, after }: Sides,
  { first, second }: { readonly first: string; readonly second: string },
): boolean {
  const subjects = mergeSubjects([before, after].map(({ policy, inventory }) => listSubjects(policy, inventory)));
  const [own, other] = [
    permissionMatrix(before.policy, { subjects, modes: [first] }).rows,
    permissionMatrix(after.policy, { subjects, modes: [second] }).rows,
  ];
  return other.some((row, index) => {
    const known = own[index];
    return known === undefined || mayBeWider(known, row);
  });
}

/** Also counts limits that cannot be compared as wider. */
function mayBeWider(...[first, second]: Parameters<typeof isWider>): boolean {
  return isWider(first, second) || (second.state !== 'denied' && compareRows(first, second) === 'changed');
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

/** A name that is mapped to no mode is narrowed by the mode of the same slug, if there is one. */
function describeAgent({ key, name, first, second }: RecordChange, sides: Sides): SettingChange {
  const own = ({ policy }: PolicyState) => (policy.modes.some(({ config }) => config.slug === name) ? name : undefined);
  const [narrowed, narrows] = [first ?? own(sides.before), second ?? own(sides.after)];
  const mayGrant =
    narrowed !== undefined && (narrows === undefined || isWiderMode(sides, { first: narrowed, second: narrows }));
  const words = (mode: string | undefined) => (mode === undefined ? 'by no mode' : `by '${mode}'`);
  return {
    key,
    mayGrant,
    message: `'${key}': hooks narrowed the agent '${name}' ${words(narrowed)}, and narrow it ${words(narrows)} now.`,
  };
}

/** Hooks refuse a tool that is not known; a harmless one they allow in every mode. */
function describeTool({ key, name, first, second }: RecordChange): SettingChange {
  const words = (kind: string | undefined) =>
    kind === undefined ? 'not known, and so refused' : `judged as '${kind}'`;
  return {
    key,
    mayGrant: second !== undefined && first !== 'harmless',
    message: `'${key}': the tool '${name}' was ${words(first)}, and is ${words(second)} now.`,
  };
}

function diffProtection(before: boolean, after: boolean): readonly SettingChange[] {
  if (before === after) return [];
  const message = after
    ? "'hooks.protect' is on: hooks keep modes from writing the files that decide what agents may do."
    : "'hooks.protect' is off: hooks let modes write the files that decide what agents may do.";
  return [{ key: 'hooks.protect', mayGrant: before, message }];
}
