import type { AgentCircumstances, AgentProfile } from '../agent-answer.ts';
import type { PermissionFileProblem } from '../permission-files.ts';
import { type CodexApproval, plainApproval, readApproval } from './approval-policy.ts';
import type { CodexConfigFile, CodexRules, CodexRulesFile } from './codex-rules.ts';
import { type CodexLayers, flagLayer } from './config-layers.ts';
import { findStartFault } from './find-start-fault.ts';
import { type CodexFlags, readCodexFlags } from './flags.ts';
import type { CodexRuleSet } from './match-rules.ts';
import { joinPath, liesInside } from './paths.ts';
import type { CodexPlaces } from './permission-profile.ts';
import { isTable, valueAt } from './read-codex-config.ts';
import type { CodexSandbox } from './sandbox.ts';
import { type CodexDefault, readSessionSandbox } from './session-sandbox.ts';

/** A session of Codex: what its files, flags and circumstances come to. */
export interface CodexSession {
  readonly cwd: string;
  readonly home: string | undefined;
  readonly platform: 'linux' | 'darwin' | 'win32';
  readonly layers: CodexLayers;
  readonly approval: CodexApproval;
  readonly sandbox: CodexSandbox;
  readonly rules: CodexRuleSet;
  /** Files of rules of this session that are not fully read, or that take all rules away. */
  readonly rulesFault: PermissionFileProblem | undefined;
  readonly unreadRules: readonly PermissionFileProblem[];
  /** What flags and files leave open, as a sentence. */
  readonly unsettled: string | undefined;
}

type Trust = 'trusted' | 'untrusted' | 'none';

/** Opens a session; returns the fault for which Codex does not start. */
export function openCodexSession(
  profile: Pick<AgentProfile<CodexRules>, 'rules'>,
  circumstances: AgentCircumstances,
): CodexSession | PermissionFileProblem {
  const { rules } = profile;
  const flags = withMode(readCodexFlags(circumstances.flags ?? ''), circumstances.permissionMode);
  const headless = circumstances.headless === true || flags.headless;
  const cwd = joinPath(circumstances.cwd ?? rules.folder, flags.cwd ?? '.');
  const trust = findTrust({ rules, flags, headless, cwd }, circumstances.trust);
  const base = { rules, cwd, flags };
  const folders = configFolders(base, trust);
  const settings = findLayers(base, folders);
  const fault = settings.find((layer) => layer.fault !== undefined)?.fault ?? findStartFault(settings, flags);
  if (fault !== undefined) return fault;
  const mode = flags.bypass ? 'danger-full-access' : flags.sandbox;
  const layers = mode === undefined ? settings : [...settings, flagLayer({ sandbox_mode: mode })];
  const roots = [cwd, ...flags.roots.map((root) => joinPath(cwd, root))];
  const places: CodexPlaces = { roots, cwd, home: rules.home };
  const sandbox = readSessionSandbox(layers, places, defaultSandbox(trust));
  if ('code' in sandbox) return sandbox;
  const approval = findApproval({ layers, flags, headless, trust });
  if ('code' in approval) return approval;
  const files = flags.ignoresRules
    ? []
    : rules.rules.filter(({ path }) => folders.some((one) => isRulesFile(one, path)));
  return {
    cwd,
    home: rules.home,
    layers,
    approval,
    sandbox,
    platform: circumstances.platform ?? 'linux',
    rules: joinRules(files),
    rulesFault: files.find((file) => file.fault !== undefined)?.fault,
    unreadRules: files.flatMap(({ unread }) => unread),
    unsettled: flags.unsettled ?? findManaged(rules) ?? findUncheckedKeys(settings, flags),
  };
}

/** A permission mode is a name of a sandbox or of an approval policy, as a flag has it. */
function withMode(flags: CodexFlags, mode: string | undefined): CodexFlags {
  if (mode === undefined || mode === 'default') return flags;
  if (['read-only', 'workspace-write', 'danger-full-access'].includes(mode)) return { sandbox: mode, ...flags };
  if (['on-request', 'on-failure', 'never', 'untrusted'].includes(mode)) return { approval: mode, ...flags };
  return { ...flags, unsettled: `Codex has no permission mode "${mode}".` };
}

interface Start {
  readonly rules: CodexRules;
  readonly flags: CodexFlags;
  readonly headless: boolean;
  readonly cwd: string;
}

/** The user's file says whether a project is trusted; where no user file is read, it is. */
function findTrust({ rules, flags, headless, cwd }: Start, given: Trust | undefined): Trust {
  if (flags.trusted) return 'trusted';
  const user = rules.configs.find(({ path }) => path === userConfigPath(rules));
  const levels = [cwd, rules.folder, rules.project].map((folder) =>
    user === undefined ? undefined : valueAt(user.table, ['projects', folder, 'trust_level']),
  );
  const level = levels.find((one) => one === 'trusted' || one === 'untrusted');
  const trust = given ?? level ?? (rules.home === undefined ? 'trusted' : 'none');
  // Who starts an interactive session with a sandbox that writes, trusts a project that no entry judges.
  const writes = flags.bypass || flags.sandbox === 'workspace-write' || flags.sandbox === 'danger-full-access';
  return trust === 'none' && !headless && writes ? 'trusted' : trust;
}

function userConfigPath({ home }: CodexRules): string | undefined {
  return home === undefined ? undefined : joinPath(home, '.codex/config.toml');
}

type Base = Omit<Start, 'headless'>;

/** Folders with layers, lowest first; the project's own are read only if it is trusted. */
function configFolders({ rules, cwd }: Base, trust: Trust): readonly string[] {
  const user = rules.home === undefined ? [] : [joinPath(rules.home, '.codex')];
  const below = liesInside(rules.project, cwd) ? cwd.slice(rules.project.length).split('/').filter(Boolean) : [];
  const project = ['', ...below].map((_, index) =>
    joinPath(rules.project, [...below.slice(0, index), '.codex'].join('/')),
  );
  return [...new Set(['/etc/codex', ...user, ...(trust === 'trusted' ? project : [])])];
}

function findLayers({ rules, flags }: Base, folders: readonly string[]): CodexLayers {
  const at = (path: string) => rules.configs.filter((config) => config.path === path);
  const user = rules.home === undefined ? undefined : joinPath(rules.home, '.codex');
  const layers = folders.flatMap((folder): CodexConfigFile[] => [
    ...at(`${folder}/config.toml`).map((config) => (folder === user ? config : withoutUserKeys(config))),
    // Codex goes on without a profile that has no file.
    ...(folder === user && flags.profile !== undefined ? at(`${folder}/${flags.profile}.config.toml`) : []),
  ]);
  return [
    ...layers,
    ...flags.overrides.map(flagLayer),
    ...(rules.role?.config === undefined ? [] : [rules.role.config]),
  ];
}

/** Keys that Codex skips in a file of a project. */
const userKeys =
  'chatgpt_base_url experimental_realtime_ws_base_url model_provider model_providers notify openai_base_url otel profile profiles'.split(
    ' ',
  );

function withoutUserKeys(config: CodexConfigFile): CodexConfigFile {
  const kept = Object.entries(config.table).filter(([key]) => !userKeys.includes(key));
  return { ...config, table: Object.fromEntries(kept) };
}

function defaultSandbox(trust: Trust): CodexDefault {
  if (trust === 'none')
    return { name: ':read-only', why: 'Codex only reads in a project of which nobody said whether it is trusted' };
  return { name: ':workspace', why: `Codex writes in the workspace of a project that is marked as ${trust}` };
}

function findApproval({
  layers,
  flags,
  headless,
  trust,
}: Pick<Start, 'flags' | 'headless'> & { readonly layers: CodexLayers; readonly trust: Trust }):
  | CodexApproval
  | PermissionFileProblem {
  const configured = readApproval(layers);
  if (configured !== undefined && 'code' in configured) return configured;
  if (headless) return plainApproval('never', { rule: 'codex exec never asks', effect: 'deny' });
  if (flags.bypass)
    return plainApproval('never', { rule: '--dangerously-bypass-approvals-and-sandbox', effect: 'deny' });
  if (flags.approval === 'untrusted')
    return plainApproval('untrusted', { rule: '--ask-for-approval untrusted', effect: 'ask' });
  if (flags.approval !== undefined) {
    const given = readApproval([flagLayer({ approval_policy: flags.approval })]);
    if (given !== undefined) return given;
  }
  if (configured !== undefined) return configured;
  if (trust === 'untrusted')
    return plainApproval('untrusted', {
      rule: 'Codex asks for every command in a project that is marked as untrusted',
      effect: 'ask',
    });
  return plainApproval('on-request', { rule: 'Codex asks on request by default', effect: 'ask' });
}

function isRulesFile(folder: string, path: string): boolean {
  return path.endsWith('.rules') && path.slice(0, path.lastIndexOf('/')) === `${folder}/rules`;
}

/** Rules of all files. One file that Codex cannot load takes the rules of all away. */
function joinRules(files: readonly CodexRulesFile[]): CodexRuleSet {
  if (files.some(({ fault }) => fault !== undefined)) return { prefixRules: [], executables: [] };
  return {
    prefixRules: files.flatMap(({ prefixRules }) => prefixRules),
    // The list of a later file replaces that of an earlier one.
    executables: files.flatMap(({ executables }) => executables).toReversed(),
  };
}

/** Files of an administrator, whose effect was not observed. */
function findManaged({ configs }: CodexRules): string | undefined {
  const managed = configs.find(({ path }) => /(?:^|\/)(?:requirements|managed_config)\.toml$/.test(path));
  return managed && `${managed.name} restricts what Codex accepts, and how it does so was not observed.`;
}

/** Keys below the top are not checked here, and with `--strict-config` each of them can be an error. */
function findUncheckedKeys(layers: CodexLayers, { strict }: CodexFlags): string | undefined {
  const tables = layers.flatMap(({ table }) => Object.keys(table).filter((key) => isTable(table[key])));
  const unchecked = strict === true ? tables.find((key) => key !== 'projects') : undefined;
  return (
    unchecked &&
    `With --strict-config an unknown key in [${unchecked}] is an error, and its keys are not all known here.`
  );
}
