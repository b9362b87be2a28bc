import { analyseCommand } from '@modegate/shell-commands';
import type { AgentToolCall } from './agent-answer.ts';
import type { PermissionAgent } from './agents.ts';

/** Returns the paths in a call's arguments, as given: files, folders, and files in a command. */
export function pathsOfCall({ tools }: PermissionAgent, { tool, arguments: given }: AgentToolCall): readonly string[] {
  const one = Object.hasOwn(tools, tool) ? tools[tool] : undefined;
  const textsOf = (places: readonly string[] = []) =>
    places.map((name) => given[name]).filter((value): value is string => typeof value === 'string');
  const { file, folder, workdir, command } = one?.parameters ?? {};
  const inCommand = textsOf(command).flatMap((text) =>
    analyseCommand(text, { shell: 'bash' }).files.flatMap(({ path }) => (path === undefined ? [] : [path])),
  );
  return [...new Set([...textsOf(file), ...textsOf(folder), ...textsOf(workdir), ...inCommand])];
}
