import { posix } from 'node:path';
import type { GroupEntry } from '@modegate/mode-core/modes';
import { compilePattern } from '@modegate/mode-core/patterns';
import { parseModesText } from '@modegate/mode-core/text';
import type { ExportTarget } from '@modegate/policy-check/export';
import { parse } from 'smol-toml';

/** A call of an agent, in words that all of them share. */
export type SampleCall =
  | { readonly kind: 'read' | 'edit'; readonly path: string }
  | { readonly kind: 'search' | 'code' | 'command' | 'fetch' | 'task' | 'skill' | 'plan' | 'ask' }
  | { readonly kind: 'mcp'; readonly server: string; readonly tool: string }
  | { readonly kind: 'resource'; readonly server: string };

export const root = '/home/user/project';

/** Whether an agent runs a call without asking, by what its documents say of the file. */
export type Evaluator = (call: SampleCall) => boolean;

/** Reads the file of an agent as the agent does. Written from the documents of each, and from nothing of the exporter. */
export const evaluators: Readonly<Record<ExportTarget, (text: string) => Evaluator>> = {
  opencode: evaluateOpencode,
  kilo: evaluateOpencode,
  gemini: evaluateGemini,
  'claude-code': evaluateClaude,
  codex: evaluateCodex,
  cursor: evaluateCursor,
  zoo: evaluateZoo,
};

// opencode and Kilo: the last rule that matches wins; `*` is any text and `?` one character; paths are relative to the worktree.

function evaluateOpencode(text: string): Evaluator {
  const { agent } = JSON.parse(text);
  const [{ permission }] = Object.values(agent) as [{ permission: Record<string, unknown> }];
  const rules = Object.entries(permission).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [{ key, pattern: '*', action: value }]
      : Object.entries(value as Record<string, string>).map(([pattern, action]) => ({ key, pattern, action })),
  );
  const ask = (key: string, subject = '*') =>
    rules.findLast((rule) => matchesStars(rule.key, key) && matchesStars(rule.pattern, subject))?.action === 'allow';
  const clean = (name: string) => name.replaceAll(/[^a-zA-Z0-9_-]/g, '_');
  return (call) => {
    switch (call.kind) {
      case 'read':
      case 'edit': {
        const relative = posix.relative(root, posix.resolve(root, call.path));
        const isOutside = relative.startsWith('..');
        return ask(call.kind, relative) && (!isOutside || ask('external_directory'));
      }
      case 'search':
        return ask('glob') || ask('grep') || ask('list');
      case 'code':
        return ask('lsp');
      case 'command':
        return ask('bash');
      case 'fetch':
        return ask('webfetch') || ask('websearch') || ask('codesearch');
      case 'plan':
        return ask('todowrite');
      case 'ask':
        return ask('question');
      case 'mcp':
        return ask(`${clean(call.server)}_${clean(call.tool)}`);
      case 'resource':
        return false;
      default:
        return ask(call.kind);
    }
  };
}

function matchesStars(pattern: string, text: string): boolean {
  const slashed = (given: string) => given.replaceAll('\\', '/');
  const source = slashed(pattern).replaceAll(
    /[^*?]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return new RegExp(`^${source.replaceAll('*', '[^]*').replaceAll('?', '[^]')}$`).test(slashed(text));
}

// Gemini: the rule of the highest priority that matches; a pattern is searched in the arguments as JSON with sorted keys, each between NULs.

interface GeminiRule {
  readonly toolName: string | readonly string[];
  readonly mcpName?: string;
  readonly argsPattern?: string;
  readonly decision: string;
  readonly priority: number;
}

function evaluateGemini(text: string): Evaluator {
  const rules = (parse(text).rule as unknown as GeminiRule[]).toSorted((a, b) => b.priority - a.priority);
  const check = (name: string, args: Record<string, string> = {}, server?: string) =>
    rules.find((rule) => matchesGemini(rule, { name, args, server }))?.decision === 'allow';
  return (call) => geminiCalls(call).some(({ name, args, server }) => check(name, args, server));
}

export interface GeminiCall {
  readonly name: string;
  readonly args?: Record<string, string>;
  readonly server?: string | undefined;
}

/** What Gemini CLI calls for one of the sample calls. */
export function geminiCalls(call: SampleCall): readonly GeminiCall[] {
  switch (call.kind) {
    case 'read':
      return [{ name: 'read_file', args: { file_path: call.path } }];
    case 'edit':
      return [
        { name: 'write_file', args: { content: '"file_path":"docs/x.md"', file_path: call.path } },
        { name: 'replace', args: { file_path: call.path, new_string: '\0"file_path":"docs/x.md"\0' } },
      ];
    case 'search':
      return ['glob', 'grep_search', 'list_directory', 'read_many_files'].map((name) => ({
        name,
        args: { path: '.' },
      }));
    case 'mcp':
      return [{ name: `mcp_${call.server}_${call.tool}`, server: call.server }];
    case 'resource':
      return [{ name: 'read_mcp_resource' }];
    default:
      return geminiTools[call.kind].map((name) => ({ name, args: {} }));
  }
}

const geminiTools = {
  code: ['codebase_investigator'],
  command: ['run_shell_command'],
  fetch: ['web_fetch', 'google_web_search'],
  task: ['invoke_agent'],
  skill: ['activate_skill'],
  plan: ['write_todos'],
  ask: ['ask_user'],
} as const;

function matchesGemini(rule: GeminiRule, { name, args = {}, server }: GeminiCall): boolean {
  if (rule.mcpName !== undefined && rule.mcpName !== server) return false;
  const names = [rule.toolName].flat();
  const full = names.map((one) => (rule.mcpName === undefined || one === '*' ? one : `mcp_${rule.mcpName}_${one}`));
  if (!full.includes('*') && !full.includes(name)) return false;
  if (rule.argsPattern === undefined) return true;
  const pairs = Object.keys(args)
    .sort()
    .map((key) => `\0${JSON.stringify(key)}:${JSON.stringify(args[key])}\0`);
  return new RegExp(rule.argsPattern).test(`{${pairs.join(',')}}`);
}

// Claude Code: deny, then allow, then what the mode says: `dontAsk` refuses all but reading in the project.

interface Permissions {
  readonly allow: readonly string[];
  readonly deny: readonly string[];
}

function evaluateClaude(text: string): Evaluator {
  const permissions: Permissions & { defaultMode: string } = JSON.parse(text).permissions;
  if (permissions.defaultMode !== 'dontAsk') return () => true;
  const check = (tools: readonly string[], path?: string, isFree = false) =>
    tools.some((tool) => {
      const has = (rules: readonly string[]) => rules.some((rule) => matchesClaude(rule, tool, path));
      return !has(permissions.deny) && (isFree || has(permissions.allow));
    });
  const clean = (name: string) => name.replaceAll(/[^a-zA-Z0-9_-]/g, '_');
  return (call) => {
    switch (call.kind) {
      case 'read':
        return check(['Read'], call.path, isInside(call.path));
      case 'edit':
        return check(['Write', 'Edit', 'NotebookEdit'], call.path) && check(['Read'], call.path, true);
      case 'search':
        return check(['Glob', 'Grep', 'LS'], undefined, true);
      case 'mcp':
        return check([`mcp__${clean(call.server)}__${clean(call.tool)}`]);
      case 'resource':
        return check(['ReadMcpResourceTool']);
      default:
        return check(claudeTools[call.kind].split(' '));
    }
  };
}

const claudeTools = {
  code: 'LSP',
  command: 'Bash PowerShell Monitor',
  fetch: 'WebFetch WebSearch',
  task: 'Agent Task',
  skill: 'Skill',
  plan: 'TodoWrite',
  ask: 'AskUserQuestion',
} as const;

function matchesClaude(rule: string, tool: string, path: string | undefined): boolean {
  const [, name = rule, spec] = /^(\w+)\((.*)\)$/.exec(rule) ?? [];
  if (spec === undefined) return name.startsWith('mcp__') ? matchesStars(name, tool) : name === tool;
  const isEdit = ['Write', 'Edit', 'NotebookEdit'].includes(tool);
  return name === 'Edit' && isEdit && path !== undefined && matchesGitignore(spec, path);
}

function isInside(path: string): boolean {
  return !posix.relative(root, posix.resolve(root, path)).startsWith('..');
}

/** A pattern of a `.gitignore` from the project's root: a folder that matches has all that is below it. */
export function matchesGitignore(pattern: string, path: string, isBelowToo = true): boolean {
  const relative = posix.relative(root, posix.resolve(root, path));
  if (relative.startsWith('..') || relative === '') return false;
  const segments = pattern.replace(/^\//, '').split('/');
  return matchesSegments(segments, relative.split('/'), isBelowToo);
}

function matchesSegments(pattern: readonly string[], path: readonly string[], isBelowToo: boolean): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return path.length === 0 || isBelowToo;
  if (first === '**' && rest.length === 0) return path.length > 0;
  if (first === '**') return path.some((_, index) => matchesSegments(rest, path.slice(index), isBelowToo));
  const [segment, ...others] = path;
  return segment !== undefined && matchesStars(first, segment) && matchesSegments(rest, others, isBelowToo);
}

// Cursor: a denial wins, and what no rule allows is asked about. What a pattern that names a folder means is not documented, so an
// allowance is taken for the most that it can mean, and a denial for the least.

function evaluateCursor(text: string): Evaluator {
  const permissions: Permissions = JSON.parse(text).permissions;
  const check = (kind: string, subject: string, isPath = false) => {
    const has = (rules: readonly string[], isBelowToo: boolean) =>
      rules.some((rule) => {
        const [, name, spec = ''] = /^(\w+)\((.*)\)$/.exec(rule) ?? [];
        if (name !== kind) return false;
        return isPath ? matchesGitignore(spec, subject, isBelowToo) : matchesStars(spec, subject);
      });
    return !has(permissions.deny, false) && has(permissions.allow, true);
  };
  return (call) => {
    switch (call.kind) {
      case 'read':
        return check('Read', call.path, true);
      case 'edit':
        return check('Write', call.path, true);
      case 'search':
      case 'code':
        return check('Read', '.', true);
      case 'command':
        return check('Shell', 'make');
      case 'fetch':
        return check('WebFetch', 'example.org');
      case 'mcp':
        return check('Mcp', `${call.server}:${call.tool}`);
      default:
        // It has no permission for these.
        return true;
    }
  };
}

// Codex: patches and commands in a sandbox in which the most specific path wins; servers by their lists of tools.

interface CodexConfig {
  readonly approval_policy: string;
  readonly default_permissions: string;
  readonly web_search: string;
  readonly features: { readonly shell_tool: boolean };
  readonly tools: { readonly view_image: boolean };
  readonly permissions: Record<string, CodexProfile>;
  readonly mcp_servers?: Record<string, CodexServer>;
}

interface CodexProfile {
  readonly extends: string;
  readonly filesystem?: { readonly ':workspace_roots': Record<string, string> };
}

interface CodexServer {
  readonly enabled: boolean;
  readonly enabled_tools?: readonly string[];
  readonly disabled_tools?: readonly string[];
}

function evaluateCodex(text: string): Evaluator {
  const config = parse(text) as unknown as CodexConfig;
  if (config.approval_policy !== 'never') return () => true;
  const profile = config.permissions[config.default_permissions];
  return (call) => {
    switch (call.kind) {
      case 'read':
        return config.tools.view_image;
      case 'edit':
        return mayWrite(profile, call.path);
      case 'search':
      case 'code':
        // It has no tools for these but commands.
        return false;
      case 'command':
        return config.features.shell_tool;
      case 'fetch':
        return config.web_search !== 'disabled';
      case 'mcp': {
        const server = config.mcp_servers?.[call.server];
        const { enabled_tools: enabled, disabled_tools: disabled = [] } = server ?? {};
        return server?.enabled === true && enabled?.includes(call.tool) !== false && !disabled.includes(call.tool);
      }
      case 'resource':
        return config.mcp_servers?.[call.server]?.enabled === true;
      default:
        return true;
    }
  };
}

function mayWrite(profile: CodexProfile | undefined, path: string): boolean {
  const relative = posix.relative(root, posix.resolve(root, path));
  if (profile === undefined || relative.startsWith('..')) return false;
  const entries = Object.entries(profile.filesystem?.[':workspace_roots'] ?? {});
  const holding = entries.filter(
    ([folder]) => folder === '.' || relative === folder || relative.startsWith(`${folder}/`),
  );
  const [nearest] = holding.toSorted(([a], [b]) => (b === '.' ? 0 : b.length) - (a === '.' ? 0 : a.length));
  return nearest === undefined ? profile.extends === ':workspace' : nearest[1] === 'write';
}

// Zoo Code: groups, a file pattern on `edit` alone, and servers by name.

function evaluateZoo(text: string): Evaluator {
  const [mode] = parseModesText(text, { source: 'project' }).modes;
  const { groups = [], allowedMcpServers } = mode?.config ?? {};
  const find = (name: string) => groups.find((entry) => (typeof entry === 'string' ? entry : entry[0]) === name);
  return (call) => {
    switch (call.kind) {
      case 'read':
      case 'search':
      case 'code':
        return find('read') !== undefined;
      case 'edit':
        return mayEdit(find('edit'), call.path);
      case 'command':
        return find('command') !== undefined;
      case 'fetch':
        return find('browser') !== undefined;
      case 'mcp':
      case 'resource':
        return find('mcp') !== undefined && allowedMcpServers?.includes(call.server) !== false;
      default:
        return true;
    }
  };
}

function mayEdit(entry: GroupEntry | undefined, path: string): boolean {
  if (entry === undefined) return false;
  const pattern = typeof entry === 'string' ? '' : (entry[1].fileRegex ?? '');
  if (pattern === '') return true;
  const compiled = compilePattern(pattern);
  const relative = posix.relative(root, posix.resolve(root, path));
  return compiled.ok && !relative.startsWith('..') && compiled.test(relative);
}
