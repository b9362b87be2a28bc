import type { AgentCircumstances, AgentProfile } from '../agent-answer.ts';
import { joinPath, liesInside } from '../paths.ts';
import type { PermissionFileProblem } from '../permission-files.ts';
import { type CodexApproval, plainApproval, readApproval } from './approval-policy.ts';
import type { CodexConfigFile, CodexPrefixRule, CodexRules, CodexRulesFile } from './codex-rules.ts';
import { type CodexLayers, flagLayer } from './config-layers.ts';
import { findStartFault } from './find-start-fault.ts';
import { type CodexFlags, readCodexFlags } from './flags.ts';
import type { CodexRuleSet } from './match-rules.ts';
import type { CodexPlaces } from './permission-profile.ts';
import { isTable } from './read-codex-config.ts';
import {
  type CodexRequirements,
  readRequirements,
  requirementsPath,
  restrictApproval,
  restrictSandbox,
} from './requirements.ts';
import { type CodexSandbox, mayWrite } from './sandbox.ts';
import { type CodexDefault, readSessionSandbox } from './session-sandbox.ts';
import { type CodexTrust, findCodexTrust } from './trust.ts';

/** A Codex session, combined from its files, flags and circumstances. */
export interface CodexSession {
  readonly cwd: string;
  readonly home: string | undefined;
  readonly platform: 'linux' | 'darwin' | 'win32';
  /** Folders whose settings, rules and roles apply. */
  readonly folders: readonly string[];
  readonly layers: CodexLayers;
  readonly approval: CodexApproval;
  readonly sandbox: CodexSandbox;
  readonly rules: CodexRuleSet;
  /** An administrator's requirements; undefined if there are none. */
  readonly requirements: CodexRequirements | undefined;
  /** Rules files of this session that could not be fully read, or that invalidate all rules. */
  readonly rulesFault: PermissionFileProblem | undefined;
  readonly unreadRules: readonly PermissionFileProblem[];
  /** Sentence about the points that flags and files leave unsettled. */
  readonly unsettled: string | undefined;
}

/** Opens a session, or returns the fault that prevents Codex from starting. */
export function openCodexSession(
  profile: Pick<AgentProfile<CodexRules>, 'rules'>,
  circumstances: AgentCircumstances,
): CodexSession | PermissionFileProblem {
  const { rules } = profile;
  const flags = withMode(readCodexFlags(circumstances.flags ?? ''), circumstances.permissionMode);
  const headless = circumstances.headless === true || flags.headless;
  const cwd = joinPath(circumstances.cwd ?? rules.folder, flags.cwd ?? '.');
  const start: Start = { rules, flags, headless, cwd };
  const given = findGivenTrust(start, circumstances.trust);
  const trustIn = (folder: string, layers: CodexLayers) => given ?? findCodexTrust(layers, folder, rules.project);
  const written = rules.configs.find(({ path }) => path === requirementsPath);
  const requirements = written && readRequirements(written);
  if (requirements !== undefined && 'code' in requirements) return requirements;
  const own = findLayers(start, userFolders(rules));
  const folders = [
    ...userFolders(rules),
    ...projectFolders(start).filter((folder) => trustIn(folder.replace(/\/\.codex$/, ''), own) === 'trusted'),
  ];
  const settings = findLayers(start, folders);
  const checked = [...settings, ...managedLayers(rules)];
  const fault = checked.find((layer) => layer.fault !== undefined)?.fault ?? findStartFault(checked, flags, rules.home);
  if (fault !== undefined) return fault;
  const trust = trustIn(cwd, settings);
  const layers = [
    ...withSandboxFlag(settings, flags),
    ...managedLayers(rules),
    ...(requirements === undefined ? [] : [{ ...requirements.config, table: requirements.settings }]),
  ];
  const wanted = readSessionSandbox(layers, placesOf(start), defaultSandbox(trust));
  if ('code' in wanted) return wanted;
  const chosen = findApproval(start, layers, trust);
  if ('code' in chosen) return chosen;
  const sandbox = requirements === undefined ? wanted : restrictSandbox(wanted, requirements, placesOf(start));
  const approval = requirements === undefined ? chosen : restrictApproval(chosen, requirements);
  const isOpen = sandbox === undefined || (headless && approval !== chosen);
  const files = flags.ignoresRules
    ? []
    : rules.rules.filter(({ path }) => folders.some((one) => isRulesFile(one, path)));
  return {
    cwd,
    home: rules.home,
    folders,
    layers,
    approval,
    sandbox: sandbox ?? wanted,
    requirements,
    platform: circumstances.platform ?? 'linux',
    rules: joinRules(files, requirements?.rules ?? []),
    rulesFault: files.find((file) => file.fault !== undefined)?.fault,
    unreadRules: files.flatMap(({ unread }) => unread),
    unsettled:
      flags.unsettled ??
      requirements?.unsettled ??
      (isOpen ? 'It is unknown what Codex does in this session under the requirements of this machine.' : undefined) ??
      findUncheckedKeys(settings, flags),
  };
}

/** Applies a permission mode: the name of a sandbox or of an approval policy, as used in a flag. */
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

/**
 * Returns the trust that applies in every folder, regardless of the settings; undefined if the settings determine it.
 */
function findGivenTrust(start: Start, given: CodexTrust | undefined): CodexTrust | undefined {
  const { rules, flags, headless, cwd } = start;
  if (flags.trusted) return 'trusted';
  const own = findLayers(start, userFolders(rules));
  const trust = given ?? (rules.home === undefined ? 'trusted' : findCodexTrust(own, cwd, rules.project));
  if (trust !== 'none' || headless) return given ?? (rules.home === undefined ? trust : undefined);
  // If a user starts an interactive session that may write to its folder, a project without an entry becomes trusted.
  const sandbox = readSessionSandbox(withSandboxFlag(own, flags), placesOf(start), defaultSandbox('none'));
  const writes = !('code' in sandbox) && mayWrite(sandbox, joinPath(cwd, 'x'));
  return writes ? 'trusted' : given;
}

/** Returns the folders with machine-wide and user settings, lowest precedence first. */
function userFolders({ home }: CodexRules): readonly string[] {
  return ['/etc/codex', ...(home === undefined ? [] : [joinPath(home, '.codex')])];
}

/** Returns the folders of the project from its root down to the start folder, excluding the user's folder. */
function projectFolders({ rules, cwd }: Start): readonly string[] {
  const below = liesInside(rules.project, cwd) ? cwd.slice(rules.project.length).split('/').filter(Boolean) : [];
  const folders = ['', ...below].map((_, index) =>
    joinPath(rules.project, [...below.slice(0, index), '.codex'].join('/')),
  );
  return folders.filter((folder) => !userFolders(rules).includes(folder));
}

function placesOf({ rules, flags, cwd }: Start): CodexPlaces {
  return { roots: [cwd, ...flags.roots.map((root) => joinPath(cwd, root))], cwd, home: rules.home };
}

function withSandboxFlag(layers: CodexLayers, flags: CodexFlags): CodexLayers {
  const mode = flags.bypass ? 'danger-full-access' : flags.sandbox;
  return mode === undefined ? layers : [...layers, flagLayer({ sandbox_mode: mode })];
}

function findLayers({ rules, flags }: Start, folders: readonly string[]): CodexLayers {
  const at = (path: string) => rules.configs.filter((config) => config.path === path);
  const user = rules.home === undefined ? undefined : joinPath(rules.home, '.codex');
  const layers = folders.flatMap((folder): CodexConfigFile[] => [
    ...at(`${folder}/config.toml`).map((config) => (folder === user ? config : withoutUserKeys(config))),
    // Codex continues if a profile has no file.
    ...(folder === user && flags.profile !== undefined ? at(`${folder}/${flags.profile}.config.toml`) : []),
  ]);
  return [...layers, ...flags.overrides.map(flagLayer)];
}

/** Keys that Codex ignores in a project's file. */
const userKeys =
  'chatgpt_base_url experimental_realtime_ws_base_url model_provider model_providers notify openai_base_url otel profile profiles'.split(
    ' ',
  );

function withoutUserKeys(config: CodexConfigFile): CodexConfigFile {
  const kept = Object.entries(config.table).filter(([key]) => !userKeys.includes(key));
  return { ...config, table: Object.fromEntries(kept) };
}

function defaultSandbox(trust: CodexTrust): CodexDefault {
  if (trust === 'none')
    return {
      name: ':read-only',
      why: 'Codex has read-only access to a project that is not marked as trusted or untrusted',
    };
  return { name: ':workspace', why: `Codex can write in the workspace of a project that is marked as ${trust}` };
}

function findApproval(
  { flags, headless }: Start,
  layers: CodexLayers,
  trust: CodexTrust,
): CodexApproval | PermissionFileProblem {
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
      rule: 'Codex asks about every command in a project that is marked as untrusted',
      effect: 'ask',
    });
  return plainApproval('on-request', { rule: 'By default, Codex asks if the model requests it', effect: 'ask' });
}

function isRulesFile(folder: string, path: string): boolean {
  return path.endsWith('.rules') && path.slice(0, path.lastIndexOf('/')) === `${folder}/rules`;
}

/**
 * Joins the rules of all files. A single file that Codex cannot load invalidates all rules except those of an
 * administrator.
 */
function joinRules(files: readonly CodexRulesFile[], required: readonly CodexPrefixRule[]): CodexRuleSet {
  if (files.some(({ fault }) => fault !== undefined)) return { prefixRules: required, executables: [] };
  return {
    prefixRules: [...files.flatMap(({ prefixRules }) => prefixRules), ...required],
    // The list in a later file replaces the list in an earlier one.
    executables: files.flatMap(({ executables }) => executables).toReversed(),
  };
}

/** Returns an administrator's settings, which take precedence over flags. */
function managedLayers({ configs }: CodexRules): CodexLayers {
  return configs.filter(({ path }) => path === '/etc/codex/managed_config.toml');
}

/**
 * Finds keys below the top level, which are not checked here; if `--strict-config` is set, any of these keys may be an
 * error.
 */
function findUncheckedKeys(layers: CodexLayers, { strict }: CodexFlags): string | undefined {
  const tables = layers.flatMap(({ table }) => Object.keys(table).filter((key) => isTable(table[key])));
  const unchecked = strict === true ? tables.find((key) => key !== 'projects') : undefined;
  return (
    unchecked &&
    `With --strict-config, an unknown key in [${unchecked}] is an error, and Modegate does not know all keys of this table.`
  );
}
