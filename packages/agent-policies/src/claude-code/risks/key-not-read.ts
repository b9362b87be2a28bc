import type { RiskDraft } from '../../risks/group-risks.ts';
import type { ClaudePlace } from './claude-risks.ts';

/** @internal Finds keys in agent files that belong in commands or settings, and therefore restrict nothing. */
export function* findUnreadKeys({ agents, open }: ClaudePlace): Generator<RiskDraft> {
  for (const { name, file, tools, disallowedTools, strayKeys } of agents) {
    if (strayKeys.length === 0 || tools !== undefined) continue;
    if (open(name)({ tool: 'Bash', arguments: {} }).effect === 'not offered') continue;
    for (const { value: key, line = 1 } of strayKeys) {
      const message = `Claude Code does not read '${key}' in an agent file, so the agent '${name}' has access to every tool in the session, including Bash. List its tools under 'tools', and the tools that it may not use under 'disallowedTools'.`;
      const text = key.startsWith('dis') ? 'disallowedTools' : 'tools';
      const isFree = text === 'tools' || disallowedTools === undefined;
      const repair =
        isFree && /tools$/i.test(key) ? ({ change: { do: 'write', text }, isSafe: true } as const) : undefined;
      yield { rule: 'key-not-read', severity: 'error', file, line, written: key, message, repair };
    }
  }
}
