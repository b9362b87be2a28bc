import { isAbsolute, relative } from 'node:path';
import { print, type Style, stripControls, styled } from '@modegate/cli-kit';
import type { Project, ProjectProblem, ProjectSource } from '@modegate/project';
import { listToolGroups } from '../modes/describe-mode.ts';
import type { Settings } from '../settings/settings.ts';
import { version } from '../version.ts';

/**
 * Prints the files that were read, and the modes and servers in them. `untrusted` contains the servers that need the
 * user's agreement.
 */
export function printFiles(settings: Settings, { policy, sources }: Project, untrusted: ReadonlySet<string>): void {
  print(styled('bold', `modes-server ${version}`));
  print(`Node ${process.versions.node} on ${process.platform}`);
  print(`Project        ${settings.projectRoot}`);
  print(`Global config  ${settings.globalConfigDir}`);
  print(`Configuration  ${settings.configFile ?? 'defaults (no file)'}`);
  print('');
  print(styled('bold', 'Files'));
  for (const file of sources.filter(({ state }) => state !== 'missing')) print(`  ${describeFile(file, settings)}`);
  for (const what of ['modes', 'servers'] as const) {
    const missing = sources.filter((file) => file.what === what && file.state === 'missing');
    const names = missing.map(({ file }) => shorten(file, settings.projectRoot)).join(', ');
    if (names !== '') print(styled('dim', `  ${marks.missing} ${what.padEnd(8)} not there: ${names}`));
  }
  print('');
  print(styled('bold', 'Modes'));
  for (const mode of policy.modes) {
    const groups =
      mode.invalid === undefined
        ? listToolGroups({ mode, policy, maySwitch: true })
        : styled('red', 'refuses everything');
    const shadows = mode.shadows.length === 0 ? '' : styled('dim', ` (hides ${mode.shadows.join(', ')})`);
    print(`  ${mode.config.slug.padEnd(20)} ${mode.source.padEnd(8)} ${groups}${shadows}`);
  }
  print('');
  print(styled('bold', 'MCP servers'));
  for (const server of policy.servers ?? []) {
    const state =
      server.invalid !== undefined
        ? `refused: ${server.invalid}`
        : server.disabled === true
          ? 'disabled'
          : server.defaultEnabled === false
            ? 'only in modes that allow it by name'
            : 'in every mode whose lists allow it';
    const trust = untrusted.has(server.name) ? ", not started: not yet trusted ('modes-server trust')" : '';
    print(`  ${stripControls(server.name).padEnd(20)} ${state}${trust}`);
  }
  if ((policy.servers ?? []).length === 0) print('  none configured, so every MCP call is refused');
  print('');
}

const marks = { read: '✓', missing: '·', unreadable: '✗', ignored: '-' } as const;

function describeFile({ file, what, state }: ProjectSource, { projectRoot }: Settings): string {
  const line = `${marks[state]} ${what.padEnd(8)} ${shorten(file, projectRoot)}${state === 'read' ? '' : ` (${state})`}`;
  return state === 'missing' || state === 'ignored'
    ? styled('dim', line)
    : state === 'unreadable'
      ? styled('red', line)
      : line;
}

const severityStyles: Readonly<Record<ProjectProblem['severity'], Style>> = {
  error: 'red',
  warning: 'yellow',
  info: 'dim',
};

/** Prints the project's problems, and the servers that did not answer. */
export function printProblems(
  problems: readonly ProjectProblem[],
  silent: readonly string[],
  settings: Settings,
): void {
  print(styled('bold', 'Problems'));
  if (problems.length + silent.length === 0) print(`  ${styled('green', 'none')}`);
  for (const name of silent)
    print(`  ${styled('red', 'error  ')} MCP server '${stripControls(name)}' did not answer; see above.`);
  for (const { severity, code, message, file, line, column } of problems) {
    const place =
      file === undefined
        ? ''
        : `${shorten(file, settings.projectRoot)}${line === undefined ? '' : `:${line}${column === undefined ? '' : `:${column}`}`} `;
    print(`  ${styled(severityStyles[severity], severity.padEnd(7))} ${place}${message} ${styled('dim', `[${code}]`)}`);
  }
}

/** Names of project files are already relative to the project; the current folder may be a different one. */
function shorten(file: string, projectRoot: string): string {
  if (!isAbsolute(file)) return file;
  const short = relative(projectRoot, file);
  return short === '' || short.startsWith('..') ? file : short;
}
