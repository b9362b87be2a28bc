import type { RiskDraft } from '../../risks/group-risks.ts';
import type { ClaudePlace } from './claude-risks.ts';

/** @internal Finds agents that have no list of tools and can therefore use every tool of the session. */
export function* findUnlimitedAgents({ agents, open }: ClaudePlace): Generator<RiskDraft> {
  for (const { name, file, tools, disallowedTools, strayKeys } of agents) {
    if (tools !== undefined || disallowedTools !== undefined || strayKeys.length > 0) continue;
    const ask = open(name);
    const offered = ['Bash', 'Write', 'WebFetch'].filter(
      (tool) => ask({ tool, arguments: {} }).effect !== 'not offered',
    );
    if (offered.length === 0) continue;
    const message = `The agent '${name}' has no 'tools', so Claude Code gives it every tool of the session: ${offered.join(', ')}, and the tools of all MCP servers. List the tools that the agent needs.`;
    yield { rule: 'open-without-a-rule', severity: 'info', file, line: 1, written: '', message, scope: 'project' };
  }
}
