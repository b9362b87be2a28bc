import { analyseCommand, findLaunchedPackage } from '@modegate/shell-commands';
import type { AgentLaunch } from '../agent-answer.ts';
import type { RiskDraft } from './group-risks.ts';
import { quoteText } from './quote.ts';

/** @internal Finds programs that an agent starts without a call, and whose code is downloaded each time. */
export function* findFetchedCode(title: string, launches: readonly AgentLaunch[]): Generator<RiskDraft> {
  for (const launch of launches) {
    const { kind, name, command, file, line } = launch;
    const place = { file, line, written: name };
    if (kind !== 'plugin' && isDownloadRun(command)) {
      const message = `${title} starts the ${kind} ${quoteText(name)} with a command that downloads a script and runs it. Anyone who controls the source of the script can run code here. Keep the script in the project.`;
      yield { rule: 'fetch-and-run', severity: 'warning', ...place, message, kind: 'download' };
      continue;
    }
    const found = findUnpinned(launch);
    if (found === undefined) continue;
    const message = `${title} ${kind === 'plugin' ? 'installs the plugin' : `starts the ${kind} ${quoteText(name)} from`} ${quoteText(found)} in the latest version available at the time. Specify an exact version.`;
    yield { rule: 'fetch-and-run', severity: 'info', ...place, message, kind: 'version' };
  }
}

function findUnpinned({ kind, command }: AgentLaunch): string | undefined {
  const commands =
    kind === 'plugin'
      ? [['npx', command]]
      : analyseCommand(command, { shell: 'bash' }).programs.map(({ words }) => words.map(({ value }) => value));
  for (const [program = '', ...args] of commands) {
    const found = findLaunchedPackage(program.slice(program.lastIndexOf('/') + 1), args);
    if (found !== undefined && !found.isPinned) return found.name;
  }
  return undefined;
}

/**
 * True if a downloading program passes its output, through a pipe or as an argument, to a program that runs that
 * output.
 */
function isDownloadRun(command: string): boolean {
  const { programs } = analyseCommand(command, { shell: 'bash' });
  return programs.some(
    (download, index) =>
      /^(?:curl|wget)$/.test(download.words[0]?.value ?? '') &&
      programs.some((runner, other) => {
        if (!/^(?:ba|da|z|k)?sh$|^python\d*$|^node$|^perl$/.test(runner.words[0]?.value ?? '')) return false;
        if (other < index || runner.text.includes(download.text)) return runner.text.includes(download.text);
        const between = command.slice(download.position + download.text.length, runner.position);
        return /^[^;&\n]*\|[^;&\n]*$/.test(between) && runner.words.length === 1;
      }),
  );
}
