import {
  type AgentCircumstances,
  type AgentReading,
  type CodexPolicyAnswer,
  type CodexRules,
  type CodexToolCall,
  codexPolicies,
  type PermissionFiles,
} from '@modegate/agent-policies';

export const project = '/home/u/p/project';
export const home = '/home/u/p/home';

/** Returns files by path; `~/` is the user's folder, and any other relative path is in the project. */
export function codexFiles(texts: Readonly<Record<string, string>>): PermissionFiles {
  const files = Object.entries(texts).map(([name, text]) => {
    const path = name.startsWith('/') ? name : name.startsWith('~/') ? `${home}${name.slice(1)}` : `${project}/${name}`;
    return { path, text, name };
  });
  return { project, home, files };
}

export const trusted = `[projects."${project}"]\ntrust_level = "trusted"\n`;

interface Asking {
  readonly files?: Readonly<Record<string, string>>;
  readonly circumstances?: AgentCircumstances;
  readonly profile?: string;
}

/** Returns the answer of the profile `codex`, in a trusted project unless the circumstances say otherwise. */
export function ask(
  call: CodexToolCall | string,
  { files = {}, circumstances, profile: name = 'codex' }: Asking = {},
): CodexPolicyAnswer {
  const reading: AgentReading<CodexRules> = codexPolicies.readProfiles(codexFiles(files));
  const profile = reading.profiles.find((one) => one.name === name);
  if (profile === undefined) throw new Error(`There is no profile ${name}.`);
  const whole = typeof call === 'string' ? { tool: 'exec_command', arguments: { cmd: call } } : call;
  return codexPolicies.decideFor(profile, whole, { trust: 'trusted', ...circumstances });
}

/** Returns a call to apply_patch that adds an empty file. */
export function addFile(path: string): CodexToolCall {
  return { tool: 'apply_patch', arguments: { patch: `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch\n` } };
}
