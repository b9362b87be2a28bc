import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteList } from '../../risks/quote.ts';
import type { ClaudePlace } from './claude-risks.ts';

/** @internal Finds approvals of all servers in `.mcp.json`, which also cover servers added to the file later. */
export function* findApprovedServers({ settings, rules }: ClaudePlace): Generator<RiskDraft> {
  for (const { enableAllProjectMcpServers: setting, file, folder } of settings) {
    if (setting?.value !== true) continue;
    const names = rules.servers.filter((server) => server.folder === folder).map(({ name }) => name);
    const today = names.length === 0 ? '' : ` (today ${quoteList(names)})`;
    const message = `Claude Code starts every server of '.mcp.json' without asking${today}, including any server added later. List the servers under 'enabledMcpjsonServers'.`;
    const place = { file, line: setting.line ?? 1, written: 'enableAllProjectMcpServers' };
    const repair: RiskDraft['repair'] = {
      change: { do: 'replace', key: 'enabledMcpjsonServers', value: names },
      description: `Approve only the current servers: ${quoteList(names)}.`,
      // Claude Code asks about servers that are added later.
    };
    const found = { ...place, message, repair: names.length === 0 ? undefined : repair };
    yield { rule: 'servers-approved-wholesale', severity: 'warning', ...found };
  }
}
