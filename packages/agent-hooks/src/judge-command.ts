import { decide, type PathKind, type Policy } from '@modegate/mode-core';
import {
  type CommandFile,
  type CommandReading,
  type CommandShell,
  readRequestCommand,
} from '@modegate/mode-core/commands';
import { quoteWord } from '@modegate/shell-commands';
import { adapters } from './adapters.ts';
import type { AgentCall, CallPart } from './agent-call.ts';
import { agentTitles } from './agent-names.ts';
import { type CallRequest, toRequests } from './call-requests.ts';
import { findProtected, findProtectedFolder, isWriting } from './find-protected.ts';
import { findShells } from './find-shells.ts';
import { limitsReading } from './is-unrestricted.ts';
import { judgeLinkedPaths } from './judge-linked-paths.ts';
import type { JudgeOptions } from './judge-options.ts';
import type { ResolvedPath } from './path-lookup.ts';
import { quote } from './reading/read-json.ts';
import { mayProceed, refuseCall, toVerdict, type Verdict } from './verdict.ts';

/** @internal A call that runs a command in a mode. */
export interface HookedCommand {
  readonly mode: string;
  readonly call: AgentCall;
  readonly options: JudgeOptions;
}

/**
 * @internal Evaluates a command. In a mode with restrictions on commands, evaluates the command text as each shell that
 * may run it would interpret it, and the locations on disk to which its paths lead.
 */
export function* judgeCommand(policy: Policy, part: CallPart, within: HookedCommand): Iterable<Verdict> {
  const { mode, call, options } = within;
  const { tool } = part;
  const byTool = decide(policy, { ...options.circumstances, tool, mode });
  if (byTool.allowed || byTool.kind !== 'command') return yield toVerdict(byTool);
  if (part.isOpaque === true) yield refuseOpaque(call.tool, mode);
  const shells = findShells({ agent: call.agent, named: part.shell, setting: call.shell }, options.shells);
  for (const shell of shells)
    for (const folder of locateFolders(part, within)) {
      const cwd = folder.path === '' ? {} : { cwd: folder.path };
      const request = {
        ...options.circumstances,
        tool,
        shell,
        params: { command: part.params?.command, ...cwd },
        mode,
      };
      const reading = readRequestCommand(policy, request);
      const pathKinds = findKinds(reading, folder, options);
      const verdict = toVerdict(decide(policy, { ...request, pathKinds }));
      yield shell === shells[0] ? verdict : explainShells(verdict, call, shells);
      if (reading !== undefined) yield* judgeReading(policy, reading, { ...within, folder, shell });
    }
}

function refuseOpaque(tool: string, mode: string): Verdict {
  return refuseCall(
    'TOOL_UNMAPPED',
    `The commands that this call to ${quote(tool)} runs are unknown, and mode '${mode}' restricts commands. Pass the command as text to a tool that accepts commands, or ask the user.`,
  );
}

function explainShells(verdict: Verdict, { agent }: AgentCall, shells: readonly CommandShell[]): Verdict {
  if (mayProceed(verdict)) return verdict;
  const why = `The shell in which ${agentTitles[agent]} runs this command is unknown, so ${shells.join(', ')} must all interpret the command in the same way.`;
  return { ...verdict, reason: `${verdict.reason} ${why}` };
}

/** Returns every location of the working folder, or the project's folder if no working folder is known. */
function locateFolders({ params }: CallPart, { call, options }: HookedCommand): readonly ResolvedPath[] {
  const { spellings = () => [] } = adapters[call.agent];
  const written = typeof params?.cwd === 'string' ? params.cwd : '.';
  const places = locateDistinct([written, ...spellings(written)], options);
  return places.length === 0 ? [{ path: '', absolute: call.cwd }] : places;
}

/** Returns locations without duplicate absolute paths; the location of the path as written comes first. */
function locateDistinct(paths: readonly string[], { locate }: JudgeOptions): readonly ResolvedPath[] {
  return [...new Map(paths.flatMap(locate).map((place) => [place.absolute, place])).values()];
}

function findKinds(
  reading: CommandReading | undefined,
  folder: ResolvedPath,
  options: JudgeOptions,
): Readonly<Record<string, PathKind>> {
  const kinds = reading?.files.flatMap(({ path }) => {
    const kind = path === undefined ? undefined : options.locate(toAbsolute(path, folder))[0]?.kind;
    return path === undefined || kind === undefined ? [] : [[path, kind] as const];
  });
  return Object.fromEntries(kinds ?? []);
}

/** Joins a project-relative or absolute path to the project's folder as seen from the working folder. */
function toAbsolute(path: string, { path: shown, absolute }: ResolvedPath): string {
  if (isAbsolute(path)) return path;
  return `${shown === '' ? absolute : absolute.slice(0, -shown.length - 1)}/${path}`;
}

function isAbsolute(path: string): boolean {
  return /^(?:[/\\]|[a-zA-Z]:[/\\])/.test(path);
}

interface ReadCommand extends HookedCommand {
  readonly folder: ResolvedPath;
  readonly shell: CommandShell;
}

/**
 * Checks the locations to which the paths in a command lead through symbolic links, and protects the files that control
 * decisions on calls.
 */
function* judgeReading(policy: Policy, { programs, files }: CommandReading, within: ReadCommand): Iterable<Verdict> {
  const { folder, shell, options } = within;
  for (const { folder: entered } of programs) {
    if (entered === undefined) continue;
    const [written, ...others] = locateDistinct([toAbsolute(entered, folder)], options);
    if (written === undefined || isAbsolute(written.path)) continue;
    for (const { path } of others.filter((place) => isAbsolute(place.path)))
      yield judgePlace(
        policy,
        { tool: 'execute_command', shell, params: { command: `cd ${quoteWord(path)}` } },
        within,
      );
  }
  for (const file of files) if (file.path !== undefined) yield* judgeFile(policy, { ...file, path: file.path }, within);
}

function* judgeFile(
  policy: Policy,
  { tool, path, by }: CommandFile & { readonly path: string },
  within: ReadCommand,
): Iterable<Verdict> {
  const { mode, folder, options } = within;
  const places = locateDistinct([toAbsolute(path, folder)], options);
  if (isWriting(tool)) {
    const closed = findProtected(places, options) ?? (by === 'git' ? undefined : findProtectedFolder(places, options));
    if (closed !== undefined) yield closed;
  }
  for (const place of places.slice(1))
    for (const request of toRequests(policy, { tool, paths: [path] }, [place]))
      yield judgePlace(policy, request, within);
  if (tool === 'search_files' && limitsReading(policy, mode))
    yield* judgeLinkedPaths(policy, tool, { mode, places, options });
}

function judgePlace(policy: Policy, request: CallRequest, { mode, options }: ReadCommand): Verdict {
  const verdict = toVerdict(decide(policy, { ...options.circumstances, ...request, mode }));
  if (mayProceed(verdict)) return verdict;
  return { ...verdict, reason: `The command would follow a link to another location. ${verdict.reason}` };
}
