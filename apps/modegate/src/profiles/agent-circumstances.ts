import type { AgentCircumstances, PermissionAgent } from '@modegate/agent-policies';

/** Flags for the circumstances of an agent's call. */
export interface AgentFlags extends Pick<AgentCircumstances, 'permissionMode' | 'trust' | 'headless' | 'platform'> {
  /** Working folder, relative to the repository. */
  readonly cwd?: string | undefined;
  readonly agentVersion?: string;
  readonly agentFlags?: string;
}

/** Values of `--trust`. */
export const trustValues = ['trusted', 'untrusted', 'none'] as const;

/** Values of `--platform`. */
export const platforms = ['linux', 'darwin', 'win32'] as const;

/** Reads the circumstances from the flags. The default is this machine's platform. */
export function readAgentFlags(flags: AgentFlags): AgentCircumstances {
  const { permissionMode, trust, headless, cwd, platform = currentPlatform(), agentVersion, agentFlags } = flags;
  return { permissionMode, trust, headless, cwd, platform, version: agentVersion, flags: agentFlags };
}

/** Returns the platform of this machine; `linux` for the systems that agents treat like Linux. */
export function currentPlatform(): (typeof platforms)[number] {
  return platforms.find((name) => name === process.platform) ?? 'linux';
}

/** Describes the circumstances to which an answer applies, including defaults. */
export function describeCircumstances(
  { permissionMode, trust, headless, cwd, platform, version, flags }: AgentCircumstances,
  agent: PermissionAgent,
): string {
  const folder = { trusted: 'trusted', untrusted: 'not trusted', none: 'without a trust decision' };
  return [
    `${agent.title} ${version ?? agent.version}`,
    permissionMode === undefined ? 'permission mode from the files' : `permission mode ${permissionMode}`,
    trust === undefined ? 'folder trust from the files' : `folder ${folder[trust]}`,
    headless === true ? 'nobody can answer' : 'a person can answer',
    ...(cwd === undefined ? [] : [`started in ${cwd}`]),
    platform ?? 'linux',
    ...(flags === undefined ? [] : [`flags ${flags}`]),
  ].join(', ');
}
