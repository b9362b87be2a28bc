import type { AgentToolCall } from '../agent-answer.ts';
import type { OpencodeRules } from '../opencode/agent-rules.ts';
import {
  argumentRequest,
  type CallPlace,
  type CallRequests,
  fileRequests,
  folderOrFile,
  requestsOf,
  shellRequests,
  textArgument,
  workdirRequest,
} from '../opencode/call-requests.ts';
import { familyPolicies } from '../opencode/family-policies.ts';
import { builtInRules, type PermissionRule } from '../opencode/rules.ts';
import { type AgentToolList, toolsOfOpencode } from '../opencode/tools.ts';
import { matchesWildcard } from '../opencode/wildcard.ts';
import { findForbiddenVariable, withoutVariableServers } from './forbidden-variables.ts';
import { inheritedRules } from './inherited-rules.ts';
import { judgeKilo } from './judge-kilo.ts';
import { kiloAgents } from './kilo-agents.ts';
import { kiloLayers } from './kilo-layers.ts';
import { protectRequests } from './protected-files.ts';

const tools: AgentToolList = {
  always: new Set([...toolsOfOpencode.always, 'background_process', 'suggest', 'board_read', 'board_post']),
  sometimes: new Set([
    ...toolsOfOpencode.sometimes,
    ...'semantic_search codebase_search recall kilo_memory_recall kilo_memory_save agent_manager repo_clone'.split(' '),
    ...'repo_overview notebook_read notebook_edit notebook_execute browser_open open_plan'.split(' '),
  ]),
};

/** Kilo 7.7.7: reads Kilo's files as profiles, and answers calls. Never throws. */
export const kiloAgent = familyPolicies(
  {
    agent: 'kilo',
    forbidden: findForbiddenVariable,
    cut: withoutVariableServers,
    ownFolders: ['.kilo', '.kilocode'],
    ownFiles: ['kilo.json', 'kilo.jsonc', 'opencode.json', 'opencode.jsonc', '.kilocodemodes', '.kilocodeignore'],
    layers: kiloLayers,
    agents: kiloAgents,
    firstAgent: 'code',
  },
  {
    title: 'Kilo',
    major: '7',
    tools,
    requestsOf: (call, place) => protectRequests(requestsOfKilo(call, place), place),
    judge: judgeKilo,
    sessionRules: (rules, circumstances, tool) => [
      ...unseenServerRules(rules, tool),
      ...inheritedRules(rules, circumstances),
    ],
  },
);

/**
 * Lists the requests made by a call: commands are tested with inert operators masked; text that contains no command is
 * tested as a whole.
 */
function requestsOfKilo(call: AgentToolCall, place: CallPlace): CallRequests {
  if (call.tool === 'background_process') return backgroundRequests(call, place);
  if (call.tool === 'read') return fileRequests('read', { call, place, outside: folderOrFile, isFollowed: true });
  const about = Object.hasOwn(testedArguments, call.tool) ? testedArguments[call.tool] : undefined;
  if (about !== undefined) return argumentRequest(call, about);
  if (call.tool !== 'bash') return requestsOf(call, place);
  return shellRequests(call, place, ({ nodes }, whole) => (whole === '' ? nodes.map(({ masked }) => masked) : [whole]));
}

/** Arguments whose text is tested; if a tool has no argument of that name, any text may be tested. */
const testedArguments: Readonly<Record<string, string>> = {
  semantic_search: 'query',
  notebook_read: 'path',
  notebook_edit: 'path',
  notebook_execute: 'path',
  kilo_memory_recall: 'mode',
  goal_report: 'status',
  ...Object.fromEntries(
    'recall agent_manager browser_open repo_clone repo_overview'.split(' ').map((tool) => [tool, '']),
  ),
};

/** Tests the text as a whole, regardless of the commands in it; Kilo asks only about starting a process. */
function backgroundRequests(call: AgentToolCall, place: CallPlace): CallRequests {
  const action = textArgument(call, 'action');
  if (action !== undefined && action !== 'start') return { requests: [] };
  const command = textArgument(call, 'command')?.trim();
  return {
    requests: [...workdirRequest(call, place), { permission: 'bash', texts: [[command]] }],
    ...(action === undefined && { uncertain: 'the missing action' }),
  };
}

/**
 * Returns rules for a server's tool when no file mentions the server: if the rules ask only for specific servers, Kilo
 * knows this server from elsewhere and asks.
 */
function unseenServerRules({ name, rules }: OpencodeRules, tool: string): readonly PermissionRule[] {
  const isKnown = tools.always.has(tool) || tools.sometimes.has(tool);
  if ((name !== 'ask' && name !== 'plan') || !/^[^_]+_./.test(tool) || isKnown) return [];
  const last = rules.findLast(({ key }) => matchesWildcard(tool, key));
  return last?.key === '*' && last.file === undefined ? builtInRules({ [tool]: 'ask' }) : [];
}
