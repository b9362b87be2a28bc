import { configFileKind, readServerConfig, type ServerEntry } from '@modegate/server-config';
import type { LoadedProfiles } from './load-profiles.ts';

/** Returns the MCP servers configured in an agent's files, without duplicate names. */
export function readAgentServers({ texts }: LoadedProfiles): readonly ServerEntry[] {
  const entries = [...texts].flatMap(([file, text]) => {
    if (!/\.(?:jsonc?|toml)$/.test(file) || configFileKind(file) === 'generic') return [];
    return readServerConfig(text, { file, source: 'project' }).servers;
  });
  return [...new Map(entries.toReversed().map((entry) => [entry.name, entry])).values()].toReversed();
}
