import { type Log, printable } from '@modegate/program-shell';
import type { Gateway } from '@modegate/tool-gateway';
import type { Catalogue } from '@modegate/tool-gateway/catalogue';

/** Logs what is wrong with the definitions of other servers, each thing once for as long as it stays. */
export function reportToolProblems(gateway: Gateway, log: Log): void {
  let known: ReadonlySet<string> = new Set();
  const report = ({ problems }: Catalogue): void => {
    const lines = new Set(
      problems.map(({ server, tool = 'one without a name', message }) =>
        printable(`${server}: tool '${tool}' is left out. ${message}`),
      ),
    );
    for (const line of lines) if (!known.has(line)) log.warning(line);
    known = lines;
  };
  gateway.onEvent((event) => {
    if (event.type === 'catalogue') report(event.catalogue);
  });
}
