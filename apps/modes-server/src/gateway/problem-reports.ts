import { type Log, stripControls } from '@modegate/cli-kit';
import { type ModeProblem, type Policy, validateReferences } from '@modegate/mode-core';
import type { Gateway } from '@modegate/tool-gateway';
import type { Catalogue } from '@modegate/tool-gateway/catalogue';
import { liveInventory } from './live-inventory.ts';

// More lines than any policy produces; a line that has been dropped from memory may be logged again.
const MAX_REMEMBERED = 10_000;

/**
 * Returns a function that logs, only once each, the tools that restrictions mention but that no connected server has.
 */
export function createNameReport(
  { connections, index }: Pick<Gateway, 'connections' | 'index'>,
  log: Pick<Log, 'warning'>,
): (policy: Policy) => void {
  const logged = new Set<string>();
  return (policy) => {
    for (const problem of findMissingTools(policy, liveInventory(connections.servers, index.toolsOf))) {
      const line = describeProblem(problem);
      if (logged.has(line)) continue;
      if (logged.size >= MAX_REMEMBERED) logged.clear();
      logged.add(line);
      log.warning(line);
    }
  };
}

/**
 * Finds tools that restrictions mention but that the respective servers do not have. Unknown servers are found when
 * files are read.
 */
export function findMissingTools(policy: Policy, inventory: ReturnType<typeof liveInventory>): readonly ModeProblem[] {
  return validateReferences(policy, inventory).filter(({ code }) => code === 'RESTRICTION_TOOL_UNKNOWN');
}

function describeProblem({ file, line, message }: ModeProblem): string {
  const place = file === undefined ? 'modes' : `${file}${line === undefined ? '' : `:${line}`}`;
  return stripControls(`${place}: ${message}`);
}

/** Logs faulty tool definitions from other servers, each only once while the fault lasts. */
export function reportToolProblems(gateway: Gateway, log: Log): void {
  let known: ReadonlySet<string> = new Set();
  const report = ({ problems }: Catalogue): void => {
    const lines = new Set(
      problems.map(({ server, tool = '(unnamed)', message }) =>
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
