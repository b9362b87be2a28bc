import { requestsOf } from './call-requests.ts';
import { familyPolicies } from './family-policies.ts';
import { opencodeAgents } from './opencode-agents.ts';
import { opencodeLayers } from './opencode-layers.ts';
import { judgeText } from './rules.ts';
import { sessionRules } from './session-rules.ts';
import { toolsOfOpencode } from './tools.ts';

/** opencode 1.18.33: reads opencode's files as profiles, and answers calls. Never throws. */
export const opencodeAgent = familyPolicies(
  {
    agent: 'opencode',
    ownFolders: ['.opencode'],
    ownFiles: ['opencode.json', 'opencode.jsonc'],
    layers: opencodeLayers,
    agents: opencodeAgents,
    firstAgent: 'build',
  },
  {
    title: 'opencode',
    major: '1',
    tools: toolsOfOpencode,
    requestsOf,
    judge: judgeText,
    sessionRules: (rules, circumstances) => sessionRules(rules, circumstances),
  },
);
