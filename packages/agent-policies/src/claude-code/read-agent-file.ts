import type { PermissionFile, PermissionFileProblem } from '../permission-files.ts';
import {
  type ClaudeAgent,
  type ClaudeMode,
  type ClaudeSetting,
  type ClaudeSkill,
  claudeModes,
} from './claude-rules.ts';
import { type FrontMatter, readFrontMatter } from './front-matter.ts';

/** A Markdown file below `.claude`, and the folder that contains `.claude`. */
export interface MarkdownFile {
  readonly file: PermissionFile;
  readonly folder: string;
  readonly isUsers: boolean;
}

/**
 * Contents of an agent file; there is no agent if the file specifies no name, as in a file written for human readers.
 */
export interface AgentFileReading {
  readonly agent: ClaudeAgent | undefined;
  readonly problems: readonly PermissionFileProblem[];
}

/** Reads an agent file: the tools that it offers, and its permission mode. */
export function readAgentFile({ file, folder, isUsers }: MarkdownFile): AgentFileReading {
  const matter = readFrontMatter(file.text);
  if (matter === undefined && !/^name:/m.test(file.text)) return { agent: undefined, problems: [] };
  const name = matter?.values.name;
  if (matter === undefined || typeof name !== 'string' || name.trim() === '') {
    const message = `Claude Code does not find an agent here. Begin the file with front matter that contains a 'name'.`;
    return { agent: undefined, problems: [{ ...place(file), code: 'CLAUDE_AGENT_WITHOUT_NAME', message }] };
  }
  const mode = settingOf(file, matter, 'permissionMode')?.value;
  const problems = [...reportYaml(file, matter), ...reportMode(file, matter, mode), ...reportScopes(file, matter)];
  const known = claudeModes.find((one) => one === (mode === 'manual' ? 'default' : mode));
  const agent: ClaudeAgent = {
    name: name.trim(),
    file: file.name,
    folder,
    isUsers,
    tools: toolsOf(file, matter, 'tools'),
    disallowedTools: toolsOf(file, matter, 'disallowedTools'),
    permissionMode: known && { value: known, file: file.name, line: matter.lineOf('permissionMode') },
    strayKeys: Object.keys(matter.values)
      .filter((key) => strayKeys.has(key))
      .map((key) => ({ value: key, file: file.name, line: matter.lineOf(key) })),
  };
  return { agent, problems };
}

const strayKeys = new Set(
  'allowed-tools allowedTools allowed_tools disallowed-tools disallowed_tools permission permissions permission-mode'.split(
    ' ',
  ),
);

/** Reads the `allowed-tools` in a command or a skill. */
export function readSkillFile(source: MarkdownFile, kind: ClaudeSkill['kind']): ClaudeSkill {
  const { file, folder } = source;
  const matter = readFrontMatter(file.text);
  const named = matter?.values.name;
  const segments = file.path.replace(/\.md$/, '').split('/');
  const fallback = kind === 'skill' ? segments.at(-2) : segments.at(-1);
  const name = kind === 'skill' && typeof named === 'string' ? named : (fallback ?? '');
  return { name, kind, file: file.name, folder, allowedTools: matter && toolsOf(file, matter, 'allowed-tools') };
}

/** Splits a list of tools at commas and spaces outside parentheses. */
export function splitTools(text: string): readonly string[] {
  const tools: string[] = [];
  let depth = 0;
  let current = '';
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth = Math.max(0, depth - 1);
    if (depth === 0 && (character === ',' || /\s/.test(character))) {
      tools.push(current);
      current = '';
    } else current += character;
  }
  return [...tools, current].filter((tool) => tool !== '');
}

function settingOf(file: PermissionFile, matter: FrontMatter, key: string): ClaudeSetting<unknown> | undefined {
  const value = matter.values[key];
  return value === undefined || value === null ? undefined : { value, file: file.name, line: matter.lineOf(key) };
}

function toolsOf(file: PermissionFile, matter: FrontMatter, key: string): ClaudeSetting<readonly string[]> | undefined {
  const setting = settingOf(file, matter, key);
  if (setting === undefined) return undefined;
  const { value } = setting;
  const tools = Array.isArray(value) ? value.map((one) => String(one).trim()) : splitTools(String(value));
  return tools.includes('*') && key === 'tools' ? undefined : { ...setting, value: tools };
}

function reportYaml(file: PermissionFile, { fault }: FrontMatter): readonly PermissionFileProblem[] {
  if (fault === undefined) return [];
  const { line, column } = fault;
  const message = `The front matter is not valid YAML, so it is read line by line. Put the value in quotation marks.`;
  return [{ ...place(file), code: 'CLAUDE_AGENT_NOT_YAML', message, line, column }];
}

function reportMode(file: PermissionFile, matter: FrontMatter, mode: unknown): readonly PermissionFileProblem[] {
  if (mode === undefined || (mode !== 'bypassPermissions' && [...claudeModes, 'manual'].includes(mode as ClaudeMode)))
    return [];
  const line = matter.lineOf('permissionMode');
  const what = mode === 'bypassPermissions' ? 'in an agent file' : 'because this mode does not exist';
  const message = `Claude Code ignores the permission mode '${String(mode)}' ${what}. Choose another mode or remove the setting.`;
  return [{ ...place(file), code: 'CLAUDE_MODE_IGNORED', message, line }];
}

function reportScopes(file: PermissionFile, matter: FrontMatter): readonly PermissionFileProblem[] {
  return (['tools', 'disallowedTools'] as const).flatMap((key) => {
    const setting = toolsOf(file, matter, key);
    const scoped = setting?.value.filter((tool) => tool.includes('(') && !/^(Agent|Task)\(/.test(tool)) ?? [];
    return scoped.map((tool) => {
      const name = tool.slice(0, tool.indexOf('('));
      const effect = key === 'tools' ? `grants all of ${name}` : `removes all of ${name}`;
      const message = `'${tool}' ${effect}: agent files accept only tool names. Restrict the tool with a rule in settings.json.`;
      return { ...place(file), code: 'CLAUDE_AGENT_SCOPE_IGNORED', message, line: setting?.line ?? 1 };
    });
  });
}

function place(file: PermissionFile): Omit<PermissionFileProblem, 'code' | 'message'> {
  return { severity: 'warning', file: file.name, line: 1, column: 1 };
}
