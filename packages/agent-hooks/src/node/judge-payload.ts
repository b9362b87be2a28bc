import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join, sep } from 'node:path';
import { lazy } from '@modegate/json';
import type { Policy } from '@modegate/mode-core';
import { listCommandRules } from '@modegate/mode-core/commands';
import type { AgentCall } from '../agent-call.ts';
import type { AgentName } from '../agent-names.ts';
import { findJudgedMcp } from '../find-judged-mcp.ts';
import type { ShellSurroundings } from '../find-shells.ts';
import { judgeAgentCall } from '../judge-call.ts';
import type { JudgeOptions } from '../judge-options.ts';
import { applyMappedTools, readAgentCall } from '../reading/read-agent-call.ts';
import { settleConsent } from '../settle-consent.ts';
import { asksForConsent, refuseCall, type Verdict } from '../verdict.ts';
import { findActiveModes } from './active-mode.ts';
import { isHardLinkTo } from './hard-links.ts';
import type { JudgedProject } from './judged-project.ts';
import { linksBelow } from './links-below.ts';
import { absoluteNames, followLinks, type KnownLinks, locatePath } from './locate-path.ts';

/** The context of a payload sent to a hook. */
export interface HookQuestion {
  readonly agent: AgentName;
  /** The mode set for the installed hook. Default: the user's choice, then the mode in the configuration. */
  readonly mode: string | undefined;
  readonly home: string;
  /** Folder that stores the user's choices, which no call may write. */
  readonly state: string;
  /** Additional absolute paths that no call may write to, such as the audit log. */
  readonly closed?: readonly string[] | undefined;
  /** Returns true if the requester may use a mode. Default: the requester may use every mode. */
  readonly mayUse?: ((mode: string) => boolean) | undefined;
  /**
   * Returns the project for a session in a folder; undefined if Modegate is not used in that folder, in which case no
   * call is refused. An error causes a refusal. The project's policy must be able to evaluate commands if the call may
   * run one.
   */
  readonly load: (cwd: string, runsCommand: boolean) => Promise<JudgedProject | undefined>;
  /** Environment of the agent, which may specify its shell. Default: unknown. */
  readonly env?: ShellSurroundings['env'];
  /** False if it is known that no user is attending the session. Default: unknown. */
  readonly isAttended?: boolean | undefined;
}

/** The outcome of a call, and the known facts about the call. */
export interface JudgedCall {
  readonly agent: AgentName;
  readonly verdict: Verdict;
  /** The call; undefined for an unreadable payload. */
  readonly call: Pick<AgentCall, 'tool' | 'session' | 'caller' | 'mcp' | 'parts'> | undefined;
  /** Slugs of the active modes, the narrowing one last. */
  readonly modes: readonly string[];
}

/** Evaluates a hook's payload. Any failure results in a refusal that describes the failure. */
export async function judgePayload(text: string, question: HookQuestion): Promise<JudgedCall> {
  const seen: Seen = { call: undefined, modes: [] };
  const verdict = await judgeSafely(text, question, seen);
  return { agent: question.agent, verdict, ...seen };
}

/** The facts known so far about a call. */
interface Seen {
  call: AgentCall | undefined;
  modes: readonly string[];
}

async function judgeSafely(text: string, question: HookQuestion, seen: Seen): Promise<Verdict> {
  try {
    return await judge(text, question, seen);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Errors are compared by name, because the code that reads policies may be in a separate file, with its own copy of
    // the error class.
    return error instanceof Error && error.name === 'AppError'
      ? refuseCall('PROJECT_UNREADABLE', `The project cannot be checked, so no tool may be used. ${message}`)
      : refuseCall('HOOK_FAILED', `The hook failed, so the call is refused: ${message}.`);
  }
}

async function judge(text: string, question: HookQuestion, seen: Seen): Promise<Verdict> {
  const { agent, mode: flag, home, state, closed = [], mayUse = () => true, load, env, isAttended } = question;
  const first = readAgentCall(agent, text);
  if (!first.ok) return refuseCall('PAYLOAD_INVALID', `The call cannot be checked: ${first.detail}.`);
  seen.call = first.value;
  const { cwd } = first.value;
  const project = await load(cwd, mayRunCommand(first.value));
  if (project === undefined) return { allowed: true };
  const { tools, protect } = project.settings.hooks ?? {};
  const reading = applyMappedTools(first.value, tools);
  if (!reading.ok) return refuseCall('PAYLOAD_INVALID', `The call cannot be checked: ${reading.detail}.`);
  seen.call = { ...reading.value, mcp: findJudgedMcp(project.policy, reading.value) };
  const modes = findActiveModes({ project, state, flag }, reading.value);
  if ('allowed' in modes) return modes;
  // A mode that is used only for narrowing removes permissions, so the requester does not need access to it.
  const shut = modes.slice(0, 1).find((mode) => !mayUse(mode));
  if (shut !== undefined)
    return refuseCall('MODE_NOT_ALLOWED', `This hook's token does not allow the active mode, '${shut}'.`);
  seen.modes = modes;
  const links: KnownLinks = new Map();
  const verdict = judgeAgentCall(project.policy, reading.value, {
    modes,
    wirePolicy: project.wirePolicy,
    locate: (path) => locatePath(path, { ...project, cwd, home }, links),
    linksBelow,
    showInHome: (absolute) => showInHome(absolute, home),
    protect,
    ...protectedFiles(project, [state, ...closed], links),
    shells: { configured: project.settings.shell, env, platform: process.platform, isInstalled: isOnPath(env) },
  });
  // A call to a server's tool has no parts. If there are two modes, neither mode alone determines what is allowed.
  const isListed = asksForConsent(verdict) && reading.value.parts.length > 0 && modes.length === 1;
  const allowed = isListed ? modes.flatMap((mode) => listAllowedCommands(project.policy, mode)) : [];
  return settleConsent(verdict, { agent, isAttended, allowed });
}

/** True if the call starts a command, or may start one because the configuration describes its tool. */
function mayRunCommand({ parts }: AgentCall): boolean {
  return parts.length === 0 || parts.some(({ tool }) => tool === 'execute_command');
}

/** Lists a mode's rules that allow commands without consent. */
function listAllowedCommands(policy: Policy, mode: string): readonly string[] {
  const rules = listCommandRules(policy, mode)[0]?.rules ?? [];
  return rules.flatMap(({ list, command }) => (list === 'allowedCommands' ? [command] : []));
}

/** Returns a path relative to the home folder, with forward slashes; undefined for paths elsewhere. */
function showInHome(absolute: string, home: string): string | undefined {
  const start = `${home}${sep}`;
  return absolute.startsWith(start) ? absolute.slice(start.length).replaceAll(sep, '/') : undefined;
}

/**
 * Finds the files from which this project is read, under all their names, and everything else that no call may write,
 * along with everything below those locations.
 */
function protectedFiles(
  { root, worktree, files }: JudgedProject,
  others: readonly string[],
  links: KnownLinks,
): Pick<JudgeOptions, 'isProtected' | 'hasProtected'> {
  const names = lazy(() => ({
    project: new Set(files.flatMap((path) => absoluteNames(isAbsolute(path) ? path : `${root}${sep}${path}`, links))),
    other: others.flatMap((path) => [path, followLinks(path, links)]),
  }));
  return {
    isProtected: (absolute) => {
      const { project, other } = names();
      return (
        project.has(absolute) ||
        other.some((path) => absolute === path || absolute.startsWith(`${path}${sep}`)) ||
        [root, worktree].some(
          (folder) => folder !== undefined && isHardLinkTo(absolute, folder, [...project, ...other]),
        )
      );
    },
    hasProtected: (folder) => {
      const { project, other } = names();
      const start = folder.endsWith(sep) ? folder : `${folder}${sep}`;
      return [...project, ...other].some((path) => path.startsWith(start));
    },
  };
}

/** Folders in which agents look for programs even if `PATH` does not list them. */
const usualFolders = ['/bin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];

/** Returns a function that looks for a program in the folders in an agent's `PATH`, and in the usual folders. */
function isOnPath(env: ShellSurroundings['env'] = {}): (program: string) => boolean {
  const folders = [...(env.PATH ?? '').split(delimiter), ...usualFolders].filter((folder) => folder !== '');
  return (program) => folders.some((folder) => existsSync(join(folder, program)));
}
