import { realpathSync } from 'node:fs';
import type { TrustedServers, WhyNotStarted } from '@modegate/mcp-host/connections';
import { projectServerFiles } from '@modegate/project';
import { readTextFile } from '@modegate/text-files';

/**
 * Explains why a server is not started without asking: only the project names it, and the user has not approved it with
 * `modes-server trust`. An unreadable record approves nothing.
 *
 * @param file - The record that modes-server keeps; it is only read.
 * @param root - The project's folder.
 */
export async function readAgreedStarts(file: string, root: string): Promise<WhyNotStarted> {
  const { entryHash, readTrustedServers } = await import('@modegate/mcp-host/connections');
  const reading = await readTextFile(file);
  const parsed = reading.state === 'read' ? readTrustedServers(reading.text, realpathSync(root)) : undefined;
  const agreed: TrustedServers = parsed?.ok === true ? parsed.servers : new Map();
  return (entry) => {
    if (entry.source === 'global' || agreed.has(entryHash(entry))) return undefined;
    // modes-server reads no files of other agents.
    const isReviewed = projectServerFiles.some((name) => `/${entry.file}`.endsWith(`/${name}`));
    const review = isReviewed ? "Review it with 'modes-server trust', or add" : 'Review it, and add';
    return `Only this project configures it, and you have not yet trusted it. ${review} --trust-project.`;
  };
}
