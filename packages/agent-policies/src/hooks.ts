import { isJsonObject } from '@modegate/json';
import { type StandingSetting, showCommand } from './standing-setting.ts';

/** A place in a file of hooks. */
export interface HookPlace {
  readonly file: string;
  readonly lineOf: (path: readonly (string | number)[]) => number;
}

/**
 * Reads hooks in the form of Claude Code and Codex: `{ PreToolUse: [{ matcher, hooks: [{ type, command }] }] }`. What has
 * another form is passed over.
 */
export function readHooks(hooks: unknown, { file, lineOf }: HookPlace): readonly StandingSetting[] {
  if (!isJsonObject(hooks)) return [];
  return Object.entries(hooks).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group, index) =>
      listOf(group.hooks).flatMap((hook, position): readonly StandingSetting[] => {
        const { command, type } = hook;
        const matcher = typeof group.matcher === 'string' && group.matcher !== '' ? ` of ${group.matcher}` : '';
        const what =
          typeof command === 'string' ? `runs ${showCommand(command)}` : `has a hook of the type ${String(type)}`;
        const does = `${what} on ${event}${matcher}`;
        const line = lineOf([event, index, 'hooks', position]);
        return [{ key: `hooks: ${does}`, does, weight: 1, mayRefuse: true, file, line }];
      }),
    ),
  );
}

function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
