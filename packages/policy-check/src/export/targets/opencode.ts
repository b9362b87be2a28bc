import { closeRule, describeRule, describeServerTools, type ExportedRule } from '../export-rule.ts';
import type { TargetWriter, WrittenFile } from '../export-target.ts';
import type { ExportedAccess } from '../exported-access.ts';
import { writeFilePatterns } from '../file-patterns.ts';
import type { ModeGrants, ServerGrant } from '../mode-grants.ts';
import { toStarGlobs } from '../path-globs.ts';
import { closeAlike, isWhollyOpen, type ToolDialect, writeServerRules } from '../server-rules.ts';

/** opencode: the last matching rule takes precedence, so deny rules are written after allow rules. */
export const writeOpencode: TargetWriter = {
  file: () => 'opencode.json',
  write: (grants) => write(grants, opencodeSchema),
};

/** Kilo Code, which is derived from opencode and uses its format. */
export const writeKilo: TargetWriter = { file: () => 'kilo.json', write: (grants) => write(grants, kiloSchema) };

const opencodeSchema = 'https://opencode.ai/config.json';
const kiloSchema = 'https://app.kilo.ai/config.json';

type Action = 'allow' | 'deny';
type Permission = Readonly<Record<string, Action | Readonly<Record<string, Action>>>>;

function write(grants: ModeGrants, $schema: string): WrittenFile {
  const [servers, files, others] = [writeServers(grants), writeFiles(grants), writeOthers(grants)];
  // Keys for servers come first, so that no tool name changes the meaning of one of the agent's own keys.
  const permission: Permission = { '*': 'deny', ...servers.permission, ...files.permission, ...others.permission };
  const agent = { [grants.mode.config.slug]: { permission } };
  return {
    text: `${JSON.stringify({ $schema, agent }, null, 2)}\n`,
    rules: [...files.rules, ...others.rules, ...servers.rules],
  };
}

interface Part {
  readonly permission: Permission;
  readonly rules: readonly ExportedRule[];
}

function writeFiles(grants: ModeGrants): Part {
  const [read, edit] = [grants.of('read_file'), grants.of('write_to_file', 'edit', 'apply_patch')];
  const search = grants.of('search_files', 'list_files');
  const code = grants.of('codebase_search');
  const [reading, editing] = [read, edit].map((access) => writeFilePatterns(access, toStarGlobs));
  const isFree = [read, edit].every(({ state }) => state === 'open');
  const isHeld = [read, edit].every(({ state }) => state !== 'open');
  const decisive = read.state === 'open' ? edit : read;
  return {
    permission: {
      read: sayFiles(read, reading),
      ...closeUnlessOpen(search, 'glob', 'grep', 'list'),
      ...closeUnlessOpen(code, 'lsp'),
      edit: sayFiles(edit, editing),
      external_directory: isFree ? 'allow' : 'deny',
    },
    rules: [
      describeRule('read files', read, reading?.lost),
      describeSearch('search and list files', search),
      describeSearch('search code', code),
      describeRule('edit files', edit, editing?.lost),
      describeRule('files outside the project', decisive, isFree || isHeld ? undefined : oneForAll),
    ],
  };
}

function describeSearch(subject: string, access: ExportedAccess): ExportedRule {
  return access.state === 'limited' ? closeRule(subject, access, byQuestion) : describeRule(subject, access);
}

const byQuestion = 'its rules check the search term, not the files that are found';
const oneForAll = 'a single permission covers these files for all tools, so it is denied';

/**
 * Paths that leave the project, and paths that Modegate refuses under a restriction because a system may interpret them
 * as another name.
 */
const ambiguous = ['../*', '/*', '*:*', '*./*', '*.', '* /*', '* ', ' *'];

function sayFiles(access: ExportedAccess, patterns: ReturnType<typeof writeFilePatterns>): Permission[string] {
  if (patterns === undefined) return access.state === 'open' ? 'allow' : 'deny';
  if (patterns.allow.length === 0 || patterns.deny.includes('*')) return 'deny';
  const rules = (names: readonly string[], action: Action) => names.map((name) => [name, action] as const);
  const denied = [...patterns.deny, ...ambiguous];
  // An existing key retains its position, so a denied key must not be among the allowed keys.
  const allowed = patterns.allow.filter((pattern) => pattern !== '*' && !denied.includes(pattern));
  const isAll = patterns.allow.includes('*');
  return Object.fromEntries([
    ['*', isAll ? 'allow' : 'deny'] as const,
    ...rules(allowed, 'allow'),
    ...rules(denied, 'deny'),
  ]);
}

function closeUnlessOpen({ state }: ExportedAccess, ...keys: readonly string[]): Permission {
  return Object.fromEntries(keys.map((key) => [key, state === 'open' ? 'allow' : 'deny'] as const));
}

function writeOthers(grants: ModeGrants): Part {
  const command = grants.of('execute_command');
  const browse = grants.of('browser_action');
  const [task, skill] = [grants.of('new_task'), grants.of('skill')];
  const [plan, ask] = [grants.of('update_todo_list'), grants.of('ask_followup_question')];
  const isFree = isUnlimited(grants);
  return {
    permission: {
      ...closeUnlessOpen(command, 'bash'),
      ...closeUnlessOpen(browse, 'webfetch', 'websearch', 'codesearch'),
      task: isFree && task.state === 'open' ? 'allow' : 'deny',
      ...closeUnlessOpen(skill, 'skill'),
      ...closeUnlessOpen(plan, 'todowrite', 'todoread'),
      ...closeUnlessOpen(ask, 'question'),
      // Nothing except a rule for a server could have allowed these keys.
      doom_loop: 'deny',
      plan_enter: 'deny',
      plan_exit: 'deny',
    },
    rules: [
      describeRule('run commands', command),
      describeRule('browse the web', browse),
      isFree ? describeRule('start subagents', task) : closeRule('start subagents', task, ownPermissions),
      describeRule('load skills', skill),
      describeRule('keep a list of tasks', plan),
      describeRule('ask the user', ask),
    ],
  };
}

const ownPermissions = 'a subagent has its own permissions, which may allow more';

function isUnlimited(grants: ModeGrants): boolean {
  const tools = 'read_file search_files write_to_file edit apply_patch browser_action execute_command'.split(' ');
  return grants.of(...tools).state === 'open' && grants.servers.every(isWhollyOpen);
}

function writeServers({ servers }: ModeGrants): Part {
  const parts = closeAlike(servers, prefixOf).map(writeServer);
  return {
    permission: Object.assign({}, ...parts.map(({ permission }) => permission)) as Permission,
    rules: parts.flatMap(({ rules }) => rules),
  };
}

function writeServer(grant: ServerGrant): Part {
  const { isOpen, allow, deny, lost } = writeServerRules(grant, dialect);
  const prefix = prefixOf(grant.server);
  const say = (names: readonly string[], action: Action) => names.map((name) => [`${prefix}${name}`, action] as const);
  const { resources } = grant;
  return {
    permission: Object.fromEntries([
      ...say(isOpen ? ['*'] : [], 'allow'),
      ...say(allow, 'allow'),
      ...say(deny, 'deny'),
    ]),
    rules: [
      describeServerTools(grant, lost),
      closeRule(`resources of ${grant.server}`, resources, 'the agent has no tool that reads resources'),
    ],
  };
}

function prefixOf(server: string): string {
  return `${rename(server)}_`;
}

const dialect: ToolDialect = { name: rename, pattern: rename };

/** Replaces characters, but leaves wildcards unchanged. */
function rename(name: string): string {
  return name.replaceAll(/[^\w*?-]/g, '_');
}
