import { defined } from '@modegate/json';
import type { GroupEntry } from '@modegate/mode-core/modes';
import { editModesText } from '@modegate/mode-core/text';
import { closeRule, describeRule, type ExportedRule, leaveOpen } from '../export-rule.ts';
import type { TargetWriter } from '../export-target.ts';
import type { ExportedAccess } from '../exported-access.ts';
import type { ModeGrants, ServerGrant } from '../mode-grants.ts';
import { isWhollyOpen } from '../server-rules.ts';

/**
 * Zoo Code: uses the same modes, and supports the groups, the restriction on editable files, and the list of allowed
 * servers.
 */
export const writeZoo: TargetWriter = {
  file: () => '.roomodes',
  write(grants) {
    const { slug, name, roleDefinition, whenToUse, description, customInstructions } = grants.mode.config;
    const groups = [...writeGroups(grants), writeServers(grants)];
    const mode = {
      slug,
      name,
      roleDefinition,
      ...defined({ whenToUse, description }),
      groups: groups.flatMap(({ entry }) => (entry === undefined ? [] : [entry])),
      ...defined({ customInstructions }),
      allowedMcpServers: grants.servers.filter(isWhollyOpen).map(({ server }) => server),
    };
    const { text } = editModesText(undefined, { kind: 'save', mode });
    return { text, rules: [...groups.flatMap(({ rules }) => rules), ...openRules(grants)] };
  },
};

interface Group {
  readonly entry: GroupEntry | undefined;
  readonly rules: readonly ExportedRule[];
}

function writeGroups(grants: ModeGrants): readonly Group[] {
  const read = grants.of('read_file', 'search_files', 'list_files', 'codebase_search');
  const edit = grants.of(
    ...'write_to_file apply_diff edit search_replace edit_file apply_patch generate_image'.split(' '),
  );
  return [
    writeGroup('read', 'read and search files', read),
    edit.state === 'limited'
      ? { entry: ['edit', writeLimit(grants, edit.pattern)], rules: [describeRule('edit files', edit)] }
      : writeGroup('edit', 'edit files', edit),
    writeGroup('browser', 'browse the web', grants.of('browser_action')),
    writeGroup('command', 'run commands', grants.of('execute_command', 'read_command_output')),
  ];
}

function writeGroup(group: 'read' | 'edit' | 'browser' | 'command', subject: string, access: ExportedAccess): Group {
  const rule =
    access.state === 'limited'
      ? closeRule(subject, access, 'the agent enforces a file pattern only on the group `edit`')
      : describeRule(subject, access);
  return { entry: access.state === 'open' ? group : undefined, rules: [rule] };
}

/** Writes a restriction. The description must stay with the pattern. */
function writeLimit({ mode }: ModeGrants, fileRegex: string): { fileRegex: string; description?: string } {
  const written = mode.config.groups.flatMap((entry) => (typeof entry === 'string' ? [] : [entry[1]]));
  const description = written.find((options) => options.fileRegex === fileRegex)?.description;
  return { fileRegex, ...defined({ description }) };
}

function writeServers({ servers }: ModeGrants): Group {
  const open = servers.filter(isWhollyOpen);
  return { entry: open.length === 0 ? undefined : 'mcp', rules: servers.flatMap(sayServer) };
}

function sayServer(grant: ServerGrant): readonly ExportedRule[] {
  const { server, resources, others, tools } = grant;
  const reason = isWhollyOpen(grant)
    ? undefined
    : 'the agent can only allow all tools and resources of a server, or none of them';
  const states = [others, ...tools.map(({ access }) => access)];
  const closed = states.find((access) => access.state === 'closed');
  const isLost = states.some(({ state }) => state !== 'closed');
  return [
    describeRule(`tools of ${server}`, closed ?? resources, isLost ? reason : undefined),
    describeRule(`resources of ${server}`, resources, resources.state === 'open' ? reason : undefined),
  ];
}

function openRules(grants: ModeGrants): readonly ExportedRule[] {
  const always = 'every mode has this permission';
  return [
    leaveOpen('switch modes', grants.of('switch_mode'), always),
    leaveOpen('start subtasks', grants.of('new_task'), always),
    leaveOpen('keep a list of tasks', grants.of('update_todo_list'), always),
    leaveOpen('ask the user', grants.of('ask_followup_question'), always),
    leaveOpen('load skills', grants.of('skill'), always),
    leaveOpen('run slash commands', grants.of('run_slash_command'), always),
  ];
}
