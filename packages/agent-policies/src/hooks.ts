import { isJsonObject, type JsonObject } from '@modegate/json';
import type { AgentLaunch } from './agent-answer.ts';
import { commandText } from './command-text.ts';
import { type StandingSetting, showCommand } from './standing-setting.ts';

/** An action that an agent performs in response to an event. */
export interface HookEntry {
  readonly event: string;
  /** Tools to which the hook applies; empty if it applies to all tools. */
  readonly matcher: string;
  readonly type: string;
  /** Command with its arguments; undefined for a hook of another type. */
  readonly command: string | undefined;
  readonly file: string;
  readonly line: number;
}

/** Location in a hooks file. */
export interface HookPlace {
  readonly file: string;
  readonly lineOf: (path: readonly (string | number)[]) => number;
}

/**
 * Reads hooks in the form used by Claude Code and Codex: `{ PreToolUse: [{ matcher, hooks: [{ type, command }] }] }`.
 * Skips anything in another form.
 */
export function readHooks(hooks: unknown, { file, lineOf }: HookPlace): readonly HookEntry[] {
  return Object.entries(isJsonObject(hooks) ? hooks : {}).flatMap(([event, groups]) =>
    objectsIn(groups).flatMap(([index, { matcher, hooks: own }]) =>
      objectsIn(own).map(([position, { type, command, args }]) => ({
        event,
        matcher: typeof matcher === 'string' ? matcher : '',
        type: String(type),
        command: typeof command === 'string' ? commandText(command, args) : undefined,
        file,
        line: lineOf([event, index, 'hooks', position, 'command']),
      })),
    ),
  );
}

/** Returns hooks as settings that take effect without a call. */
export function standingHooks(hooks: readonly HookEntry[]): readonly StandingSetting[] {
  return hooks.map(({ event, matcher, type, command, ...place }) => {
    const what = command === undefined ? `has a hook of the type ${type}` : `runs ${showCommand(command)}`;
    const does = `${what} on ${event}${matcher === '' ? '' : ` of ${matcher}`}`;
    return { key: `hooks: ${does}`, does, weight: 1, mayRefuse: true, ...place };
  });
}

/** Returns the commands of hooks as programs that an agent starts on its own. */
export function hookLaunches(hooks: readonly HookEntry[]): readonly AgentLaunch[] {
  return hooks.flatMap(({ event: name, command, file, line }) =>
    command === undefined ? [] : [{ kind: 'hook', name, command, file, line }],
  );
}

function objectsIn(value: unknown): readonly (readonly [index: number, JsonObject])[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return items.flatMap((item, index) => (isJsonObject(item) ? [[index, item] as const] : []));
}
