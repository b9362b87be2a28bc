import { homedir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import {
  answerAgent,
  type CommandAgent,
  maxPayloadBytes,
  mayProceed,
  refuseCall,
  renameMcpTools,
  type Verdict,
} from '@modegate/agent-hooks';
import {
  type HookQuestion,
  type JudgedCall,
  type JudgedProject,
  judgePayload,
  toAuditLine,
} from '@modegate/agent-hooks/node';
import { AppError } from '@modegate/cli-kit';
import type { AuditLog } from '@modegate/cli-kit/audit';
import { extend } from '@modegate/json';
import type { HttpCalls, HttpPage } from '@modegate/mcp-protocol/http';
import { compilePolicy, type Policy } from '@modegate/mode-core';
import { findWorktreeOf } from '@modegate/policy-check/node';
import type { Principal } from '@modegate/principals';
import type { Authenticator } from '@modegate/principals/open';
import type { Project } from '@modegate/project';
import { realFolder } from '../real-folder.ts';
import type { ModesServer } from '../server.ts';
import type { Settings } from '../settings/settings.ts';
import { serverMode } from '../tool-context.ts';

/** Authentication and audit log for hook calls. */
export interface HookCallOptions {
  /** Authenticator; undefined if authentication is disabled. */
  readonly principals: Authenticator | undefined;
  readonly audit: AuditLog | undefined;
}

/** Agents that send hooks over HTTP. */
const supportedAgents: readonly CommandAgent[] = ['claude-code'];

// Shorter than the time limit that `modegate hook install` sets in the agent.
const limitMs = 15_000;

/**
 * Responds to agents' hooks at `/hooks/<agent>`, and at `/hooks/<agent>/<mode>` for that mode, as `modegate hook` does.
 * Evaluates calls against this server's project; refuses a hook whose `?project=<folder>` specifies a different
 * project.
 */
export function hookCalls(modesServer: Pick<ModesServer, 'modes' | 'settings'>, keepers: HookCallOptions): HttpCalls {
  const load = createProjectLoader(modesServer);
  return {
    has: (pathname) => readPath(pathname) !== undefined,
    // The same limit as for the hook on the command line.
    maxBodyBytes: () => maxPayloadBytes,
    refuse: async ({ pathname, principal }, { message }) => {
      const { agent, mode } = readPath(pathname) ?? unknownPath;
      const verdict = refuseCall('PAYLOAD_INVALID', `The call cannot be judged: ${message}.`);
      const modes = [mode ?? serverMode(modesServer.settings)].filter((each) => each !== undefined);
      const record = recorder(keepers.audit, (principal as Principal | undefined)?.id);
      return toPage(agent, await record({ agent, verdict, call: undefined, modes }));
    },
    answer: async ({ pathname, query, body, principal }) => {
      const { agent, mode } = readPath(pathname) ?? unknownPath;
      const { settings } = modesServer;
      const fixed = serverMode(settings);
      const record = recorder(keepers.audit, (principal as Principal | undefined)?.id);
      if (hasWideToken(principal as Principal | undefined)) {
        const verdict = refuseCall('TOKEN_TOO_WIDE', wideTokenReason);
        return toPage(agent, await record({ agent, verdict, call: undefined, modes: [] }));
      }
      if (mode !== undefined && fixed !== undefined && mode !== fixed) {
        const verdict = refuseCall('MODE_NOT_ALLOWED', `This server works only in mode '${fixed}'.`);
        return toPage(agent, await record({ agent, verdict, call: undefined, modes: [mode] }));
      }
      const question = {
        agent,
        mode: mode ?? settings.mode,
        ...protectedFiles(settings),
        mayUse: allowedModes(keepers.principals, principal as Principal | undefined),
        load: async (cwd: string) => {
          const project = await load(agent, new URLSearchParams(query).get('project'));
          return extend(project, { worktree: findWorktreeOf(project.root, cwd) });
        },
      };
      return toPage(agent, await judgeInTime(body, question, record));
    },
  };
}

/**
 * An agent posts to any program that listens at the address, and cannot verify which program it is. The agent's token
 * must therefore be worthless elsewhere.
 */
function hasWideToken(principal: Principal | undefined): boolean {
  return principal !== undefined && principal.isForHooks !== true;
}

const wideTokenReason =
  'The token of this hook is not limited to hooks, and any program that takes over the port of modes-server would receive the token. Create a token for hooks only with `modes-server token add <name> --hooks --modes <modes>`.';

const unknownPath = { agent: 'claude-code', mode: undefined } as const;

function readPath(pathname: string): { readonly agent: CommandAgent; readonly mode: string | undefined } | undefined {
  const [, name, mode] = /^\/hooks\/([a-z-]+)(?:\/([A-Za-z0-9-]+))?$/.exec(pathname) ?? [];
  const agent = supportedAgents.find((one) => one === name);
  return agent && { agent, mode };
}

/** Creates a function that compiles a policy with the agent's own tool names, once each time the project is read. */
function createProjectLoader({ modes, settings }: Pick<ModesServer, 'modes' | 'settings'>) {
  const policies = new WeakMap<Project, Map<CommandAgent, Policy>>();
  return async (agent: CommandAgent, asked: string | null): Promise<JudgedProject> => {
    await modes.ready;
    const { current } = modes;
    const root = current.root ?? settings.projectRoot;
    if (asked !== null && realFolder(asked) !== realFolder(root))
      throw new AppError(
        `The hook belongs to ${asked}, but modes-server works in ${root}. Start modes-server in the hook's folder.`,
      );
    const { input } = modes;
    const wirePolicy = () => {
      const known = policies.get(current) ?? new Map<CommandAgent, Policy>();
      const policy = known.get(agent) ?? compilePolicy(renameMcpTools(agent, input));
      policies.set(current, known.set(agent, policy));
      return policy;
    };
    const files = current.sources.filter(({ layer }) => layer === 'project').map(({ path }) => path);
    return { root, settings, policy: current.policy, wirePolicy, files };
  };
}

/** Returns the files that no call may write. */
function protectedFiles(settings: Settings): Pick<HookQuestion, 'home' | 'state' | 'closed'> {
  const { gateway, audit, configFile, logFile, auth } = settings;
  const files = [audit?.file, configFile, logFile, auth.tokensFile];
  return { home: homedir(), state: gateway.stateDir, closed: files.filter((file) => file !== undefined) };
}

function allowedModes(principals: Authenticator | undefined, principal: Principal | undefined): HookQuestion['mayUse'] {
  if (principals === undefined || principal === undefined) return undefined;
  return (mode) => principals.refuseMode(principal, mode) === undefined;
}

async function judgeInTime(body: string, question: HookQuestion, record: Recorder): Promise<Verdict> {
  const ended = new AbortController();
  const reason = `The hook failed, so the call is refused: it took more than ${limitMs / 1000} seconds.`;
  const late = wait(limitMs, undefined, { ref: false, signal: ended.signal }).then(() =>
    refuseCall('HOOK_FAILED', reason),
  );
  try {
    return await Promise.race([judgePayload(body, question).then(record), late]);
  } finally {
    ended.abort();
  }
}

type Recorder = (judged: JudgedCall) => Promise<Verdict>;

/** Returns a function that records decisions, and refuses any call whose decision cannot be recorded. */
function recorder(audit: AuditLog | undefined, principal: string | undefined): Recorder {
  return async (judged) => {
    const { verdict } = judged;
    const line = toAuditLine(judged, 'modes-server', principal);
    try {
      await audit?.append(line, mayProceed(verdict) ? 'required' : undefined);
      return verdict;
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      const reason = `The audit log cannot be written, so no calls are allowed: ${detail}. Tell the user.`;
      return mayProceed(verdict) ? refuseCall('AUDIT_UNWRITABLE', reason) : verdict;
    }
  };
}

/** Agents expect JSON over HTTP, even for an allowed call. */
function toPage(agent: CommandAgent, verdict: Verdict): HttpPage {
  const { stdout } = answerAgent(agent, verdict);
  return { status: 200, contentType: 'application/json', body: stdout === '' ? '{}' : stdout };
}
