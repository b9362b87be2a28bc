import { relative } from 'node:path';
import { print, printable, type Style, styled } from '@modegate/program-shell';
import { type Project, type ProjectProblem, type ProjectSource, reachedTwiceProblem } from '@modegate/project';
import { loadRules } from '@modegate/project/node';
import type { ResourceConflict } from '@modegate/tool-gateway';
import { type Inspection, type InspectOptions, inspectUpstreams } from '../gateway/inspect-upstreams.ts';
import { findAgreeable, openServerTrust } from '../gateway/server-trust.ts';
import { listToolGroups } from '../modes/describe-mode.ts';
import { readSettingsProject } from '../modes/modes-state.ts';
import type { Settings } from '../settings/settings.ts';
import { withStateTexts } from '../storage/open-storage.ts';
import type { StateTexts } from '../storage/state-texts.ts';
import { version } from '../version.ts';
import { printLogins, reportLogins } from './login-lines.ts';
import { countOwnTools, ownToolsLine } from './own-tools.ts';
import { findReachedBothWays } from './reached-twice.ts';
import { createServerLines } from './server-lines.ts';
import { readTimeout } from './tools.ts';

/** Flags of `modes-server doctor`. */
export interface DoctorFlags {
  readonly json?: boolean;
  /** Starts no server. */
  readonly offline?: boolean;
  /** Seconds that servers may take to start. */
  readonly timeout?: string;
}

/**
 * Tells what the server would load from where, and what is wrong with it; each server as it answers. Returns the exit code: 1 when there are
 * errors, or a server did not answer.
 */
export async function doctor(settings: Settings, options: DoctorFlags = {}): Promise<number> {
  const project = await examine(settings);
  const printing = options.json === true ? printJson : printReport;
  const { silent, problems } = await withStateTexts(settings, (texts) =>
    printing(settings, project, { ...options, texts }),
  );
  return silent.length > 0 || problems.some((problem) => problem.severity === 'error') ? 1 : 0;
}

/** What was asked, and where it is kept what is known and agreed to. */
interface Examination extends DoctorFlags {
  readonly texts: StateTexts;
}

interface Findings {
  /** The names of the servers that did not answer. */
  readonly silent: readonly string[];
  readonly problems: readonly ProjectProblem[];
}

async function printJson(settings: Settings, project: Project, options: Examination): Promise<Findings> {
  const asked = question(settings, project, options);
  const inspection = asked === undefined ? undefined : await inspectUpstreams(asked);
  const findings = findingsOf(project, inspection);
  const untrusted = await findUntrusted(settings, project, options.texts);
  const own = await countOwnTools(settings, project.servers.length > 0);
  const shown = { ...project, problems: findings.problems };
  const logins = await reportLogins(settings, project);
  print(JSON.stringify({ ...report(settings, shown, { inspection, untrusted }), logins, own }, null, 2));
  return findings;
}

async function printReport(settings: Settings, project: Project, options: Examination): Promise<Findings> {
  const asked = question(settings, project, options);
  printFiles(settings, project, await findUntrusted(settings, project, options.texts));
  const inspection = asked === undefined ? undefined : await printInspection(asked);
  const findings = findingsOf(project, inspection);
  printLogins(await reportLogins(settings, project));
  print(ownToolsLine(await countOwnTools(settings, project.servers.length > 0)));
  print('');
  printProblems(findings.problems, findings.silent, settings);
  return findings;
}

function findingsOf({ problems }: Project, inspection: Inspection | undefined): Findings {
  const { servers = [], unknownNames = [], conflicts = [] } = inspection ?? {};
  const silent = servers.filter(({ problem }) => problem !== undefined).map(({ name }) => name);
  return { silent, problems: [...problems, ...unknownNames, ...conflicts.map(claimedTwice)] };
}

function claimedTwice({ message }: ResourceConflict): ProjectProblem {
  return { code: 'RESOURCE_CLAIMED_TWICE', severity: 'warning', message: printable(message), pointer: '' };
}

/** What would be loaded, with what is wrong with the rule files too; each finding once. */
async function examine(settings: Settings): Promise<Project> {
  const project = await readSettingsProject(settings, { env: process.env });
  const { projectRoot, homeDir } = settings;
  const slugs = project.policy.modes.map((mode) => mode.config.slug);
  const rules = await Promise.all(slugs.map((mode) => loadRules({ projectRoot, homeDir, mode })));
  const twice = (await findReachedBothWays(settings, project)).map(reachedTwiceProblem);
  const found = rules.flatMap(({ problems }) => problems);
  const all: readonly ProjectProblem[] = [...project.problems, ...found, ...twice];
  const unique = new Map(
    all.map((problem) => [
      JSON.stringify([problem.code, problem.file, problem.line, problem.column, problem.message]),
      problem,
    ]),
  );
  return { ...project, problems: [...unique.values()] };
}

/** Names of servers that nobody has agreed to start. */
async function findUntrusted(settings: Settings, project: Project, texts: StateTexts): Promise<ReadonlySet<string>> {
  const trust = openServerTrust(settings, { text: texts.trustedServers, now: Date.now, onProblem: () => undefined });
  await trust.load();
  const waiting = findAgreeable(settings, project, trust).filter((entry) => trust.whyNotStarted(entry) !== undefined);
  return new Set(waiting.map(({ name }) => name));
}

/** How the other servers are asked what they offer, as the gateway would; undefined when they are not. */
function question(
  settings: Settings,
  project: Project,
  { offline = false, timeout, texts }: Examination,
): InspectOptions | undefined {
  const { enabled, isInsideGateway } = settings.gateway;
  if (offline || enabled === 'off' || isInsideGateway || project.servers.length === 0) return undefined;
  return { settings, project, texts, env: process.env, timeoutMs: readTimeout(timeout) };
}

function report(
  settings: Settings,
  { policy, problems, sources }: Project,
  { inspection, untrusted }: { readonly inspection: Inspection | undefined; readonly untrusted: ReadonlySet<string> },
): object {
  return {
    version,
    settings,
    files: sources.map(({ what, layer, file, state }) => ({ what, layer, file, state })),
    modes: policy.modes.map(({ config, source, file, line, invalid, shadows }) => ({
      slug: config.slug,
      name: config.name,
      source,
      file,
      line,
      invalid,
      shadows,
    })),
    servers: (policy.servers ?? []).map(({ name, file, disabled, defaultEnabled, invalid }) => ({
      name,
      file,
      disabled,
      defaultEnabled,
      invalid,
      trusted: !untrusted.has(name),
    })),
    problems,
    ...(inspection === undefined ? {} : { gateway: describeInspection(inspection) }),
  };
}

function describeInspection({ servers, modes, tools }: Inspection): object {
  return {
    servers,
    tools: tools.length,
    modes: modes.map(({ slug, tools: open, tokens }) => ({ slug, tools: open.length, tokens })),
    remarks: tools.flatMap(({ tool, remark }) => (remark === undefined ? [] : [{ tool: tool.exposedName, remark }])),
  };
}

function printFiles(settings: Settings, { policy, sources }: Project, untrusted: ReadonlySet<string>): void {
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
    const groups = mode.invalid === undefined ? listToolGroups(mode) : styled('red', 'refuses everything');
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
    const trust = untrusted.has(server.name) ? ", not started: nobody has agreed to it ('modes-server trust')" : '';
    print(`  ${printable(server.name).padEnd(20)} ${state}${trust}`);
  }
  if ((policy.servers ?? []).length === 0) print('  none configured, so every MCP call is refused');
  print('');
}

async function printInspection(asked: InspectOptions): Promise<Inspection> {
  print(styled('bold', 'Gateway: what the servers answered'));
  const printServer = createServerLines();
  const inspection = await inspectUpstreams({ ...asked, onServer: printServer });
  const { servers, modes, tools } = inspection;
  servers.forEach(printServer);
  print('');
  print(styled('bold', 'Gateway: what each mode would see'));
  const all = tools.reduce((sum, { tokens }) => sum + tokens, 0);
  print(
    styled(
      'dim',
      `  ${'without modes'.padEnd(20)} ${String(tools.length).padStart(5)} tools ${String(all).padStart(8)} tokens`,
    ),
  );
  for (const { slug, tools: open, tokens } of modes)
    print(`  ${slug.padEnd(20)} ${String(open.length).padStart(5)} tools ${String(tokens).padStart(8)} tokens`);
  for (const { remark } of tools) if (remark !== undefined) print(styled('yellow', `  ! ${printable(remark)}`));
  print('');
  return inspection;
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

function printProblems(problems: readonly ProjectProblem[], silent: readonly string[], settings: Settings): void {
  print(styled('bold', 'Problems'));
  if (problems.length + silent.length === 0) print(`  ${styled('green', 'none')}`);
  for (const name of silent)
    print(`  ${styled('red', 'error  ')} MCP server '${printable(name)}' did not answer; see above.`);
  for (const { severity, code, message, file, line, column } of problems) {
    const place =
      file === undefined
        ? ''
        : `${shorten(file, settings.projectRoot)}${line === undefined ? '' : `:${line}${column === undefined ? '' : `:${column}`}`} `;
    print(`  ${styled(severityStyles[severity], severity.padEnd(7))} ${place}${message} ${styled('dim', `[${code}]`)}`);
  }
}

function shorten(file: string, projectRoot: string): string {
  const short = relative(projectRoot, file);
  return short === '' || short.startsWith('..') ? file : short;
}
