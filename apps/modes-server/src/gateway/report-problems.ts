import type { Catalogue } from '@modegate/tool-gateway';
import { printable } from '../commands/print.ts';
import type { Log } from '../log.ts';

/** Logs what is wrong with the definitions of other servers, each thing once for as long as it stays. */
export function createProblemReport(log: Pick<Log, 'warning'>): (catalogue: Catalogue) => void {
  let known: ReadonlySet<string> = new Set();
  return ({ problems }) => {
    const lines = new Set(
      problems.map(({ server, tool = 'one without a name', message }) =>
        printable(`${server}: tool '${tool}' is left out. ${message}`),
      ),
    );
    for (const line of lines) if (!known.has(line)) log.warning(line);
    known = lines;
  };
}
