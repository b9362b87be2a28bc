import { print, stripControls, styled } from '@modegate/cli-kit';
import { gatewayBypassProblem, type Project, type ProjectProblem } from '@modegate/project';
import { loadRules } from '@modegate/project/node';
import type { ResourceConflict } from '@modegate/tool-gateway';
import { type Inspection, type InspectOptions, inspectUpstreams } from '../gateway/inspect-upstreams.ts';
import { findAgreeable, loadServerTrust } from '../gateway/server-trust.ts';
import { readSettingsProject } from '../modes/modes-state.ts';
import { requireProjectFolder } from '../settings/require-project-folder.ts';
import type { Settings } from '../settings/settings.ts';
import { withStateTexts } from '../storage/open-storage.ts';
import type { StateTexts } from '../storage/state-texts.ts';
import { version } from '../version.ts';
import { countOwnTools, ownToolsLine } from './count-own-tools.ts';
import { printFiles, printProblems } from './doctor-lines.ts';
import { findBypassedServers } from './gateway-bypasses.ts';
import { printLoginReport, reportLogins } from './login-lines.ts';
import { createServerLines } from './server-lines.ts';
import { readTimeout } from './tools.ts';

/** Flags for `modes-server doctor`. */
export interface DoctorFlags {
  readonly json?: boolean;
  /** True to start no servers. */
  readonly offline?: boolean;
  /** Time allowed for servers to start, in seconds. */
  readonly timeout?: string;
}

/**
 * Prints everything the server would load, the source files, and every problem. Returns the exit code: 1 if there are
 * errors, or if a server did not answer.
 */
export async function doctor(settings: Settings, options: DoctorFlags = {}): Promise<number> {
  requireProjectFolder(settings);
  const project = await inspectProject(settings);
  const printing = options.json === true ? printJson : printReport;
  const { silent, problems } = await withStateTexts(settings, (texts) =>
    printing(settings, project, { ...options, texts }),
  );
  return silent.length > 0 || problems.some((problem) => problem.severity === 'error') ? 1 : 0;
}

/** Flags for the command, and the storage for the gateway's state. */
interface DoctorInput extends DoctorFlags {
  readonly texts: StateTexts;
}

interface Findings {
  /** Names of the servers that did not answer. */
  readonly silent: readonly string[];
  readonly problems: readonly ProjectProblem[];
}

async function printJson(settings: Settings, project: Project, options: DoctorInput): Promise<Findings> {
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

async function printReport(settings: Settings, project: Project, options: DoctorInput): Promise<Findings> {
  const asked = question(settings, project, options);
  printFiles(settings, project, await findUntrusted(settings, project, options.texts));
  const inspection = asked === undefined ? undefined : await printInspection(asked);
  const findings = findingsOf(project, inspection);
  printLoginReport(await reportLogins(settings, project));
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
  return { code: 'RESOURCE_CLAIMED_TWICE', severity: 'warning', message: stripControls(message), pointer: '' };
}

/** Reads the project, including problems in rule files, and lists each finding once. */
async function inspectProject(settings: Settings): Promise<Project> {
  const project = await readSettingsProject(settings, { env: process.env });
  const { projectRoot, homeDir } = settings;
  const slugs = project.policy.modes.map((mode) => mode.config.slug);
  const rules = await Promise.all(slugs.map((mode) => loadRules({ projectRoot, homeDir, mode })));
  const twice = (await findBypassedServers(settings, project)).map(gatewayBypassProblem);
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

/** Returns the names of servers that need the user's agreement. */
async function findUntrusted(settings: Settings, project: Project, texts: StateTexts): Promise<ReadonlySet<string>> {
  const trust = await loadServerTrust(settings, texts.trustedServers);
  const waiting = findAgreeable(settings, project, trust).filter((entry) => trust.whyNotStarted(entry) !== undefined);
  return new Set(waiting.map(({ name }) => name));
}

/** Returns options for querying the other servers in the same way as the gateway; undefined if they are not queried. */
function question(
  settings: Settings,
  project: Project,
  { offline = false, timeout, texts }: DoctorInput,
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

async function printInspection(asked: InspectOptions): Promise<Inspection> {
  print(styled('bold', 'Gateway: how the servers answered'));
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
  for (const { remark } of tools) if (remark !== undefined) print(styled('yellow', `  ! ${stripControls(remark)}`));
  print('');
  return inspection;
}
