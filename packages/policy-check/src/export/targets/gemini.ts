import { stringify } from 'smol-toml';
import {
  describeRule,
  describeServerTools,
  describeWholeSubject,
  type ExportedRule,
  type WholeSubject,
} from '../export-rule.ts';
import type { TargetWriter, WriterOptions } from '../export-target.ts';
import { writeFilePatterns } from '../file-patterns.ts';
import type { ModeGrants, ServerGrant } from '../mode-grants.ts';
import { toArgumentPatterns } from '../path-arguments.ts';
import { type ToolDialect, writeServerRules } from '../server-rules.ts';

/**
 * Gemini CLI: rules with priorities that match tool names and the text of the arguments, in a file that belongs to the
 * user.
 */
export const writeGemini: TargetWriter = {
  file: (slug) => `~/.gemini/policies/${slug}.toml`,
  write(grants, options) {
    const { slug } = grants.mode.config;
    const parts = [...writeFiles(grants, options), ...writeOthers(grants), ...grants.servers.map(writeServer)];
    const all: Rule = {
      toolName: '*',
      decision: 'deny',
      priority: priorities.closed,
      denyMessage: `Mode '${slug}' does not allow this.`,
    };
    const rule = [all, ...parts.flatMap(({ toml }) => toml)];
    return { text: `${stringify({ rule })}\n`, rules: parts.flatMap(({ rules }) => rules) };
  },
};

/** Above level 950, to which Gemini CLI assigns anything that a user permanently allows in a prompt. */
const priorities = { closed: 980, open: 985, except: 990 } as const;

interface Rule {
  readonly toolName: string | readonly string[];
  readonly mcpName?: string;
  readonly argsPattern?: string;
  readonly decision: 'allow' | 'deny';
  readonly priority: number;
  readonly allowRedirection?: true;
  readonly denyMessage?: string;
}

interface Part {
  readonly toml: readonly Rule[];
  readonly rules: readonly ExportedRule[];
}

function allow(toolName: Rule['toolName'], more: Partial<Rule> = {}): Rule {
  return { toolName, ...more, decision: 'allow', priority: priorities.open };
}

function deny(toolName: Rule['toolName'], more: Partial<Rule> = {}): Rule {
  return { toolName, ...more, decision: 'deny', priority: priorities.except };
}

function writeFiles(grants: ModeGrants, options: WriterOptions): readonly Part[] {
  const search = grants.of('search_files', 'list_files');
  const lost = search.state === 'limited' ? byQuestion : undefined;
  const edit = grants.of('write_to_file', 'edit');
  return [
    writeFileTools({ subject: 'read files', access: grants.of('read_file') }, 'read_file', options),
    sayTools(
      { subject: 'search and list files', access: search, lost },
      'list_directory glob grep_search read_many_files',
    ),
    writeFileTools({ subject: 'edit files', access: edit }, 'write_file replace', options),
  ];
}

const byQuestion = 'its rules check the search term, not the files that are found';

function writeFileTools(one: WholeSubject, names: string, { root }: WriterOptions): Part {
  const patterns = writeFilePatterns(one.access, (set) => toArgumentPatterns(set, 'file_path', root));
  if (patterns === undefined) return sayTools(one, names);
  const tools = names.split(' ');
  return {
    toml: [
      ...patterns.allow.map((argsPattern) => allow(tools, { argsPattern })),
      ...patterns.deny.map((argsPattern) => deny(tools, { argsPattern })),
    ],
    rules: [describeRule(one.subject, one.access, patterns.lost)],
  };
}

function sayTools(one: WholeSubject, names: string): Part {
  const { isOpen, rule } = describeWholeSubject(one);
  return { toml: isOpen ? [allow(names.split(' '))] : [], rules: [rule] };
}

function writeOthers(grants: ModeGrants): readonly Part[] {
  const command = grants.of('execute_command');
  const resources = grants.servers.map((server) => server.resources);
  const areOpen = resources.length > 0 && resources.every(({ state }) => state === 'open');
  return [
    {
      toml: command.state === 'open' ? [allow('run_shell_command', { allowRedirection: true })] : [],
      rules: [describeRule('run commands', command)],
    },
    sayTools({ subject: 'browse the web', access: grants.of('browser_action') }, 'web_fetch google_web_search'),
    sayTools({ subject: 'start subagents', access: grants.of('new_task') }, 'invoke_agent complete_task'),
    sayTools({ subject: 'load skills', access: grants.of('skill') }, 'activate_skill'),
    sayTools({ subject: 'keep a list of tasks', access: grants.of('update_todo_list') }, 'write_todos update_topic'),
    sayTools({ subject: 'ask the user', access: grants.of('ask_followup_question') }, 'ask_user'),
    { toml: areOpen ? [allow(['read_mcp_resource', 'list_mcp_resources'])] : [], rules: sayResources(grants, areOpen) },
  ];
}

function sayResources({ servers }: ModeGrants, areOpen: boolean): readonly ExportedRule[] {
  const reason = 'one tool reads the resources of all servers, and one of the servers is blocked';
  return servers.map(({ server, resources }) =>
    describeRule(`resources of ${server}`, resources, resources.state === 'open' && !areOpen ? reason : undefined),
  );
}

function writeServer(grant: ServerGrant): Part {
  const { server } = grant;
  const { isOpen, allow: open, deny: closed, lost } = writeServerRules(grant, dialectOf(server));
  const isNamed = /^[a-zA-Z\d.:-]+$/.test(server);
  const isClosed = !isOpen && open.length === 0;
  if (!isNamed)
    return {
      toml: [],
      rules: [describeServerTools(grant, isClosed ? lost : [...lost, 'its rules cannot refer to the server'])],
    };
  const mcpName = { mcpName: server };
  return {
    toml: [
      ...(isOpen ? [allow('*', mcpName)] : []),
      ...(open.length > 0 ? [allow(open, mcpName)] : []),
      ...(closed.length > 0 ? [deny(closed, mcpName)] : []),
    ],
    rules: [describeServerTools(grant, lost)],
  };
}

/** Rules can contain only exact names, up to 63 characters including the server. */
function dialectOf(server: string): ToolDialect {
  return {
    name: (tool) => (/^[\w.:-]+$/.test(tool) && `mcp_${server}_${tool}`.length <= 63 ? tool : undefined),
    pattern: () => undefined,
  };
}
