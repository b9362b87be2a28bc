import { stringify } from 'smol-toml';
import { closeRule, describeRule, describeServerTools, type ExportedRule, leaveOpen } from '../export-rule.ts';
import type { TargetWriter } from '../export-target.ts';
import type { ExportedAccess } from '../exported-access.ts';
import { writeFilePatterns } from '../file-patterns.ts';
import type { ModeGrants, ServerGrant } from '../mode-grants.ts';
import type { PathPatterns } from '../path-globs.ts';
import type { PathSet, PathShape } from '../path-set.ts';
import { type ToolDialect, writeServerRules } from '../server-rules.ts';

/**
 * Codex: a sandbox for both patches and commands, a list of tools that are switched off, and lists of tools by server.
 */
export const writeCodex: TargetWriter = {
  file: () => '.codex/config.toml',
  write(grants) {
    const { slug } = grants.mode.config;
    const [edits, command, browse] = [writeEdits(grants), grants.of('execute_command'), grants.of('browser_action')];
    const read = grants.of('read_file', 'search_files', 'list_files', 'codebase_search');
    const servers = grants.servers.map(writeServer);
    const config = {
      approval_policy: 'never',
      default_permissions: slug,
      web_search: browse.state === 'open' ? 'live' : 'disabled',
      features: { shell_tool: command.state === 'open' },
      tools: { view_image: read.state === 'open' },
      permissions: { [slug]: edits.profile },
      ...(servers.length === 0 ? {} : { mcp_servers: Object.fromEntries(servers.map(({ entry }) => entry)) }),
    };
    const rules = [
      describeRule('read files', read, loseReads(read, command)),
      edits.rule,
      describeRule('run commands', command, command.state === 'open' ? inSandbox : undefined),
      describeRule('browse the web', browse),
      ...servers.flatMap((server) => server.rules),
      ...openRules(grants),
    ];
    return { text: `${stringify(config)}\n`, rules };
  },
};

const inSandbox =
  'the sandbox limits commands to the folders in which files may be edited, and blocks their network access';

function loseReads(read: ExportedAccess, command: ExportedAccess): string | undefined {
  if (read.state === 'closed') return undefined;
  if (command.state !== 'open') return 'it reads files by running commands, which the mode does not allow';
  return read.state === 'limited'
    ? 'its own reading tools cannot be limited to a pattern, so they are disabled'
    : undefined;
}

function writeEdits(grants: ModeGrants) {
  const access = grants.of('apply_patch');
  const folders = writeFilePatterns(access, toFolders);
  const subject = 'edit files';
  if (access.state === 'open')
    return { profile: { extends: ':workspace' }, rule: describeRule(subject, access, outsideProject) };
  if (folders === undefined || folders.allow.length === 0)
    return { profile: { extends: ':read-only' }, rule: describeRule(subject, access, folders?.lost) };
  const say = (names: readonly string[], right: string) => names.map((name) => [name, right] as const);
  const paths = Object.fromEntries([...say(folders.allow, 'write'), ...say(folders.deny, 'read')]);
  return {
    profile: { extends: ':read-only', filesystem: { ':workspace_roots': paths } },
    rule: describeRule(subject, access, folders.lost),
  };
}

const outsideProject = 'the sandbox blocks access to everything outside the project and to its own settings';

/** Converts a set of paths to whole folders; anything else would need a wildcard in a rule that grants access. */
function toFolders({ allow, except, isExact }: PathSet): PathPatterns {
  const denied = except.map(toFolder);
  const kept = allow.flatMap((shape) => toFolder(shape) ?? []);
  if (denied.includes(undefined)) return { allow: [], deny: [], isExact: false };
  const deny = denied.flatMap((folder) => folder ?? []);
  // The longest path takes precedence, so a folder inside a denied folder would be allowed again.
  const open = kept.filter((folder) => !deny.some((closed) => isWithin(folder, closed)));
  return { allow: open, deny, isExact: isExact && open.length === allow.length };
}

function toFolder([text, any, ...more]: PathShape): string | undefined {
  if (text?.kind === 'any' && any === undefined) return '.';
  if (text?.kind !== 'text' || any?.kind !== 'any' || more.length > 0) return undefined;
  const folder = /^((?:[\w@+=~%-][\w.@+=~%-]*\/)*[\w@+=~%-][\w.@+=~%-]*)\/$/.exec(text.text)?.[1];
  return folder;
}

function isWithin(folder: string, other: string): boolean {
  return other === '.' || folder === other || folder.startsWith(`${other}/`);
}

function writeServer(grant: ServerGrant) {
  const { isOpen, allow, deny, lost } = writeServerRules(grant, dialect);
  const isClosed = !isOpen && allow.length === 0;
  const { server, resources } = grant;
  const closed = deny.length > 0 ? { disabled_tools: deny } : {};
  const lists = isOpen ? closed : { enabled_tools: allow };
  return {
    entry: [server, isClosed ? { enabled: false } : { enabled: true, ...lists }] as const,
    rules: [
      describeServerTools(grant, lost),
      isClosed
        ? closeRule(`resources of ${server}`, resources, 'the server is disabled because none of its tools is allowed')
        : leaveOpen(`resources of ${server}`, resources, 'if a server is enabled, its resources are available'),
    ],
  };
}

/** Rules can contain exact names only. */
const dialect: ToolDialect = { name: (tool) => tool, pattern: () => undefined };

function openRules(grants: ModeGrants): readonly ExportedRule[] {
  const noSwitch = 'it has no setting for this';
  return [
    leaveOpen('start subagents', grants.of('new_task'), noSwitch),
    leaveOpen('keep a list of tasks', grants.of('update_todo_list'), noSwitch),
    leaveOpen('ask the user', grants.of('ask_followup_question'), noSwitch),
    leaveOpen('load skills', grants.of('skill'), noSwitch),
  ];
}
