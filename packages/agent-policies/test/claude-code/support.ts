import {
  type AgentAnswer,
  type AgentCircumstances,
  type AgentReading,
  type ClaudeRules,
  claudeCodePolicies,
  type PermissionFiles,
  type PermissionRisk,
} from '@modegate/agent-policies';

export const project = '/home/u/p/project';
export const home = '/home/u/p/home';

/** Files by path: relative to the project, or with `~/` to the home folder. */
export type Texts = Readonly<Record<string, unknown>>;

/** Reads files given as text, or as values that become JSON. */
export function read(texts: Texts): AgentReading<ClaudeRules> {
  return claudeCodePolicies.readProfiles(placed(texts));
}

/** Returns the risks of these files. */
export function risks(texts: Texts): readonly PermissionRisk[] {
  return claudeCodePolicies.findRisks(read(texts), placed(texts));
}

function placed(texts: Texts): PermissionFiles {
  const files = Object.entries(texts).map(([name, value]) => ({
    path: name.startsWith('~/') ? `${home}${name.slice(1)}` : name.startsWith('/') ? name : `${project}/${name}`,
    name,
    text: typeof value === 'string' ? value : JSON.stringify(value, null, 2),
  }));
  return { project, home, files };
}

/** Returns files with these permissions in the project's settings. */
export function permissions(value: unknown, others: Texts = {}): Texts {
  return { '.claude/settings.json': { permissions: value }, ...others };
}

export interface Question {
  readonly profile?: string;
  readonly circumstances?: AgentCircumstances;
}

/** Returns the answer to a call: a command, or a tool with its file as in `Write src/a.ts`. */
export function ask(
  texts: Texts,
  call: string,
  { profile = 'claude-code', circumstances }: Question = {},
): AgentAnswer {
  const found = read(texts).profiles.find(({ name }) => name === profile);
  if (found === undefined) throw new Error(`There is no profile '${profile}'.`);
  return claudeCodePolicies.decideFor(found, toCall(call), circumstances);
}

/** Returns the effect of a call. */
export function effect(texts: Texts, call: string, question: Question = {}): string {
  return ask(texts, call, question).effect;
}

function toCall(call: string): { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> } {
  const [, tool = '', path = ''] =
    /^(Read|Write|Edit|NotebookEdit|WebFetch|Agent|Skill|mcp__\S+|[A-Z]\w+\(\)) ?(.*)$/.exec(call) ?? [];
  if (tool === '') return { tool: 'Bash', arguments: { command: call } };
  if (tool === 'WebFetch') return { tool, arguments: { url: path } };
  if (tool === 'Agent') return { tool, arguments: { subagent_type: path } };
  if (tool === 'Skill') return { tool, arguments: { skill: path } };
  const absolute = /^([/~]|\w:)/.test(path) ? path : `${project}/${path}`;
  const name = tool.replace('()', '');
  return { tool: name, arguments: { [name === 'NotebookEdit' ? 'notebook_path' : 'file_path']: absolute } };
}

/** Returns messages of the problems and the risks in these files, each with its place. */
export function messages(texts: Texts): string {
  return [...read(texts).problems, ...risks(texts)]
    .map(({ file, line, message }) => `${file}:${line} ${message}`)
    .join('\n');
}
