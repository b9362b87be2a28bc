import type { ServerEntry } from '@modegate/project';
import { removeItem } from '../../fixes/remove-text.ts';
import type { InventoryToolHints } from '../../matrix/inventory.ts';
import type { FoundProblem } from '../../source/finding.ts';
import { effectiveServers, listKnownTools } from '../../workspace/servers.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** An entry in a server's `alwaysAllow` list. */
export interface ApprovedTool {
  readonly server: ServerEntry;
  readonly tool: string;
  /** The hints of the tools with this name; empty if none is known. */
  readonly hints: readonly InventoryToolHints[];
  /** Creates a finding whose fix removes the entry. */
  readonly report: (message: string) => FoundProblem;
}

/** Lists the tools that servers run without asking, in the order of the servers. */
export function* approvedTools(workspace: Workspace): Iterable<ApprovedTool> {
  const tools = listKnownTools(workspace);
  for (const server of effectiveServers(workspace)) {
    const known = Map.groupBy(tools.get(server.name) ?? [], ({ name }) => name);
    const source = workspace.source(server.file);
    for (const [index, tool] of server.policy.alwaysAllow.entries()) {
      const pointer = `${server.pointer}/alwaysAllow/${index}`;
      const report = (message: string): FoundProblem => {
        const edit = removeItem(source, pointer);
        const fix = edit && { description: "Remove the entry from 'alwaysAllow'.", edits: [edit], isSafe: false };
        return { message, location: source.locate(pointer), server: server.name, fix };
      };
      yield { server, tool, hints: known.get(tool)?.map(({ hints = {} }) => hints) ?? [], report };
    }
  }
}
