import { describeRule, describeServerTools } from '../export-rule.ts';
import type { TargetWriter } from '../export-target.ts';
import type { ExportedAccess } from '../exported-access.ts';
import type { ModeGrants, ServerGrant } from '../mode-grants.ts';
import { listEdits, listWholeTools, type PermissionLists } from '../permission-lists.ts';
import { closeAlike, isWhollyClosed, isWhollyOpen, type ToolDialect, writeServerRules } from '../server-rules.ts';

/** Claude Code: a deny rule always takes precedence, and `dontAsk` refuses anything that no rule allows. */
export const writeClaudeCode: TargetWriter = {
  file: () => '.claude/settings.json',
  write(grants) {
    const parts = [...writeReads(grants), writeEdits(grants), ...writeOthers(grants), ...writeServers(grants)];
    const permissions = {
      defaultMode: 'dontAsk',
      disableBypassPermissionsMode: 'disable',
      allow: ['ToolSearch', ...parts.flatMap(({ allow }) => allow)],
      deny: parts.flatMap(({ deny }) => deny),
    };
    return { text: `${JSON.stringify({ permissions }, null, 2)}\n`, rules: parts.flatMap(({ rules }) => rules) };
  },
};

function writeReads(grants: ModeGrants): readonly PermissionLists[] {
  const say = (subject: string, access: ExportedAccess, tools: string) =>
    listWholeTools({ subject, access, lost: access.state === 'limited' ? readsAreFree : undefined }, tools);
  return [
    say('read files', grants.of('read_file'), 'Read NotebookRead'),
    say('search and list files', grants.of('search_files', 'list_files'), 'Glob Grep LS'),
    say('search code', grants.of('codebase_search'), 'LSP'),
  ];
}

const readsAreFree = 'files in the project can be read unless a rule denies them, and a deny rule has no exceptions';

function writeEdits(grants: ModeGrants): PermissionLists {
  const access = grants.of('write_to_file', 'edit');
  const subject = 'edit files';
  if (grants.of('read_file').state !== 'open')
    return listWholeTools({ subject, access, lost: access.state === 'closed' ? undefined : needsReads }, editTools);
  return listEdits(
    access,
    (pattern) => `Edit(/${pattern})`,
    (one) => listWholeTools(one, editTools),
  );
}

const editTools = 'Edit MultiEdit Write NotebookEdit';
const needsReads = 'a rule that denies reading also denies editing';

function writeOthers(grants: ModeGrants): readonly PermissionLists[] {
  const resources = grants.servers.map((server) => server.resources);
  const lost = hangsOnDefault(grants) ? ownPermissions : undefined;
  const say = (subject: string, tool: string, names: string) =>
    listWholeTools({ subject, access: grants.of(tool) }, names);
  const sayHeld = (subject: string, tool: string, names: string) =>
    listWholeTools({ subject, access: grants.of(tool), lost }, names);
  return [
    say('run commands', 'execute_command', commandTools),
    say('browse the web', 'browser_action', 'WebFetch WebSearch'),
    sayHeld('start subagents', 'new_task', 'Agent Task'),
    sayHeld('load skills', 'skill', 'Skill'),
    sayHeld('run slash commands', 'run_slash_command', 'SlashCommand'),
    say('keep a list of tasks', 'update_todo_list', 'TodoWrite TaskCreate TaskGet TaskList TaskUpdate'),
    say('ask the user', 'ask_followup_question', 'AskUserQuestion'),
    sayResources(resources.length > 0 && resources.every(({ state }) => state === 'open')),
  ];
}

const commandTools = 'Bash PowerShell BashOutput KillBash KillShell Monitor Workflow';
const ownPermissions = 'it can add its own permissions, which would allow anything that no rule denies';

/** True if something is denied only because no rule allows it. */
function hangsOnDefault(grants: ModeGrants): boolean {
  const isLimited = grants.of('write_to_file', 'edit').state === 'limited';
  return isLimited || grants.servers.some((server) => !isWhollyOpen(server) && !isWhollyClosed(server));
}

function sayResources(isOpen: boolean): PermissionLists {
  const tools = ['ListMcpResourcesTool', 'ReadMcpResourceTool'];
  return { allow: isOpen ? tools : [], deny: isOpen ? [] : tools, rules: [] };
}

function writeServers({ servers }: ModeGrants): readonly PermissionLists[] {
  const areOpen = servers.every(({ resources }) => resources.state === 'open');
  return closeAlike(servers, prefixOf).map((grant) => writeServer(grant, areOpen));
}

function writeServer(grant: ServerGrant, areResourcesOpen: boolean): PermissionLists {
  const { isOpen, allow, deny, lost } = writeServerRules(grant, dialect);
  const prefix = prefixOf(grant.server);
  const isClosed = !isOpen && allow.length === 0;
  const { resources, server } = grant;
  const reason = areResourcesOpen
    ? undefined
    : 'one tool reads the resources of all servers, and one of the servers is blocked';
  return {
    allow: [...(isOpen ? ['*'] : []), ...allow].map((name) => prefix + name),
    deny: isClosed ? [`${prefix}*`] : deny.map((name) => prefix + name),
    rules: [
      describeServerTools(grant, lost),
      describeRule(`resources of ${server}`, resources, resources.state === 'open' ? reason : undefined),
    ],
  };
}

function prefixOf(server: string): string {
  return `mcp__${rename(server)}__`;
}

const dialect: ToolDialect = {
  name: (tool) => (/[*?]/.test(tool) ? undefined : rename(tool)),
  pattern: (pattern) => rename(pattern.replaceAll('?', '*')),
};

/** Replaces characters that a model's API does not accept; leaves wildcards unchanged. */
function rename(name: string): string {
  return name.replaceAll(/[^\w*-]/g, '_');
}
