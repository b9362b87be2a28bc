import type { RiskDraft } from '../../risks/group-risks.ts';
import { isTable, lineOfKey, valueAt } from '../read-codex-config.ts';
import type { CodexPlace } from './codex-place.ts';

/** @internal Finds servers whose tools are all approved, including those that the server adds later. */
export function* findApprovedServers({ configs, ask }: CodexPlace): Generator<RiskDraft> {
  for (const config of configs) {
    const servers = valueAt(config.table, ['mcp_servers']);
    for (const id of isTable(servers) ? Object.keys(servers) : []) {
      const path = ['mcp_servers', id, 'default_tools_approval_mode'];
      if (valueAt(config.table, path) !== 'approve') continue;
      const tool = `mcp__${id.replaceAll(/[^A-Za-z0-9_]/g, '_')}__zz`;
      if (ask({ tool, arguments: {} }).effect !== 'allow') continue;
      const message = `Every tool of the server '${id}' runs without asking, and so will every tool that it adds later. Approve the tools that are needed, under [mcp_servers.${id}.tools.<tool>].`;
      const place = { file: config.name ?? '', line: lineOfKey(config, path), written: 'default_tools_approval_mode' };
      yield { rule: 'servers-approved-wholesale', severity: 'warning', ...place, message };
    }
  }
}
