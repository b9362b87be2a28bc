import { describeRule, describeServerTools, type ExportedRule, leaveOpen, type WholeSubject } from '../export-rule.ts';
import type { TargetWriter } from '../export-target.ts';
import type { ModeGrants, ServerGrant } from '../mode-grants.ts';
import { listEdits, listWholeTools, type PermissionLists } from '../permission-lists.ts';
import { type ToolDialect, writeServerRules } from '../server-rules.ts';

/**
 * Cursor's command-line tool, according to its documentation: a deny rule takes precedence, and the user is asked about
 * anything that no rule allows.
 */
export const writeCursor: TargetWriter = {
  file: () => '.cursor/cli.json',
  write(grants) {
    const parts = [...writeTools(grants), ...grants.servers.map(writeServer)];
    const permissions = { allow: parts.flatMap(({ allow }) => allow), deny: parts.flatMap(({ deny }) => deny) };
    const rules = [...parts.flatMap((part) => part.rules), ...openRules(grants)];
    return { text: `${JSON.stringify({ permissions }, null, 2)}\n`, rules };
  },
};

function writeTools(grants: ModeGrants): readonly PermissionLists[] {
  const read = grants.of('read_file', 'search_files', 'list_files', 'codebase_search');
  const lost = read.state === 'limited' ? readsUnknown : undefined;
  return [
    sayFiles({ subject: 'read and search files', access: read, lost }, 'Read(**)'),
    listEdits(
      grants.of('write_to_file', 'edit'),
      (pattern) => `Write(${pattern})`,
      (one) => sayFiles(one, 'Write(**)'),
    ),
    listWholeTools({ subject: 'run commands', access: grants.of('execute_command') }, 'Shell(*)'),
    listWholeTools({ subject: 'fetch web pages', access: grants.of('browser_action') }, 'WebFetch(*)'),
  ];
}

const readsUnknown = 'its documentation does not say that reading a file requires an allow rule';

/** Describes files in the form of the agent's patterns, which are relative to the project. */
function sayFiles(one: WholeSubject, token: string): PermissionLists {
  const part = listWholeTools(one, token);
  const outside = 'the agent asks about files outside the project';
  return one.access.state === 'open' ? { ...part, rules: [describeRule(one.subject, one.access, outside)] } : part;
}

function writeServer(grant: ServerGrant): PermissionLists {
  const isNamed = /^[^*?(),:]+$/.test(grant.server);
  const { isOpen, allow, deny, lost } = writeServerRules(grant, isNamed ? dialect : noDialect);
  const say = (tool: string) => `Mcp(${grant.server}:${tool})`;
  const isClosed = !isOpen && allow.length === 0;
  const opened = isNamed ? [...(isOpen ? ['*'] : []), ...allow] : [];
  const loss = !isNamed && !isClosed ? [...lost, 'no rule can refer to the server'] : lost;
  return {
    allow: opened.map(say),
    deny: isClosed && isNamed ? [say('*')] : deny.map(say),
    rules: [
      describeServerTools(grant, loss),
      leaveOpen(`resources of ${grant.server}`, grant.resources, 'no permission of the agent covers server resources'),
    ],
  };
}

const dialect: ToolDialect = {
  name: (tool) => (/[*?(),:]/.test(tool) ? undefined : tool),
  pattern: (pattern) => (/[(),:]/.test(pattern) ? undefined : pattern),
};
const noDialect: ToolDialect = { name: () => undefined, pattern: () => undefined };

/** Reports everything that the mode denies but the agent's permissions do not cover. */
function openRules(grants: ModeGrants): readonly ExportedRule[] {
  const noPermission = 'no permission of the agent covers this';
  return [
    leaveOpen('search the web', grants.of('browser_action'), noPermission),
    leaveOpen('start subagents', grants.of('new_task'), noPermission),
    leaveOpen('load skills', grants.of('skill'), noPermission),
    leaveOpen('keep a list of tasks', grants.of('update_todo_list'), noPermission),
    leaveOpen('ask the user', grants.of('ask_followup_question'), noPermission),
  ];
}
