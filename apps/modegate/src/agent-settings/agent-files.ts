import { type AgentFile, type AgentName, hookDisablers } from '@modegate/agent-hooks';

/**
 * Lists an agent's settings files that may disable its hooks, in the order of the table; files in subfolders of the
 * project come last.
 *
 * @param listed - Project-relative POSIX paths; undefined if they are unknown.
 */
export function listAgentFiles(agent: AgentName, listed: readonly string[] | undefined): readonly AgentFile[] {
  const { files, areFilesNested = false } = hookDisablers[agent];
  if (!areFilesNested || listed === undefined) return files;
  const ends = files.flatMap(({ in: place, path }) => (place === 'project' ? [`/${path}`] : []));
  const nested = listed.filter((path) => ends.some((end) => path.endsWith(end)));
  return [...files, ...nested.map((path) => ({ in: 'project' as const, path }))];
}
