import { type Log, stripControls } from '@modegate/cli-kit';
import { type ModeProblem, type Policy, validateReferences } from '@modegate/mode-core';
import type { Catalogue, Gateway } from '@modegate/tool-gateway';
import { liveInventory } from './live-inventory.ts';

// More than any policy has; forgotten names may be reported again.
const MAX_REMEMBERED = 10_000;

/**
 * Logs the tools that the restrictions of modes name but no connected server has, each once; the returned function
 * checks again.
 */
export function createNameReport(
  { connections, index }: Pick<Gateway, 'connections' | 'index'>,
  log: Pick<Log, 'warning'>,
): (policy: Policy) => void {
  const told = new Set<string>();
  return (policy) => {
    for (const problem of findMissingTools(policy, liveInventory(connections.servers, index.toolsOf))) {
      const line = describeProblem(problem);
      if (told.has(line)) continue;
      if (told.size >= MAX_REMEMBERED) told.clear();
      told.add(line);
      log.warning(line);
    }
  };
}

/**
 * Finds the tools that restrictions name but their servers do not have. Names of unknown servers are found when the
 * files are read.
 */
export function findMissingTools(policy: Policy, inventory: ReturnType<typeof liveInventory>): readonly ModeProblem[] {
  return validateReferences(policy, inventory).filter(({ code }) => code === 'RESTRICTION_TOOL_UNKNOWN');
}

function describeProblem({ file, line, message }: ModeProblem): string {
  const place = file === undefined ? 'modes' : `${file}${line === undefined ? '' : `:${line}`}`;
  return stripControls(`${place}: ${message}`);
}

/** Logs problems with the definitions of other servers, each once for as long as it persists. */
export function reportToolProblems(gateway: Gateway, log: Log): void {
  let known: ReadonlySet<string> = new Set();
  const report = ({ problems }: Catalogue): void => {
    const lines = new Set(
      problems.map(({ server, tool = 'one without a name', message }) =>
        stripControls(`${server}: tool '${tool}' is left out. ${message}`),
      ),
    );
    for (const line of lines) if (!known.has(line)) log.warning(line);
    known = lines;
  };
  gateway.onEvent((event) => {
    if (event.type === 'catalogue') report(event.catalogue);
  });
}
