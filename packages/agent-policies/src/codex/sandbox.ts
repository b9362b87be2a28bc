import type { AgentAnswer, Confinement, MatchedRule } from '../agent-answer.ts';
import { liesInside } from '../paths.ts';
import { type CodexApproval, refusesQuestion } from './approval-policy.ts';

/** Access that a session has without asking the user. */
export interface CodexSandbox {
  /** Name of the sandbox: `:workspace`, the name of a permission profile, or a `sandbox_mode`. */
  readonly name: string;
  /** True if access is not restricted by a sandbox. */
  readonly unrestricted: boolean;
  /** Entries by path; the most specific path takes precedence. */
  readonly entries: readonly CodexSandboxEntry[];
  /** Files that cannot be read or written, as absolute globs; Codex expands them when a command starts. */
  readonly deniedGlobs: readonly CodexSandboxEntry[];
  readonly network: boolean;
  readonly source: MatchedRule;
  /** Sentence about the factors that determine whether the sandbox starts at all. */
  readonly unsettled?: string;
}

/** A path, and the access granted to it. */
export interface CodexSandboxEntry {
  /** Absolute path. */
  readonly path: string;
  readonly access: 'read' | 'write' | 'deny';
  readonly source: MatchedRule;
}

/** A confinement, and the exceptions inside its folders. */
export interface CodexConfinement extends Confinement {
  /** Absolute paths and globs that cannot be read or written. */
  readonly denied: readonly string[];
  /** Absolute paths inside the writable folders that can only be read. */
  readonly readOnly: readonly string[];
}

/** Codex's answer, with the exceptions inside the folders of its sandbox. */
export interface CodexPolicyAnswer extends AgentAnswer {
  readonly within?: CodexConfinement;
}

/** Folders that remain read-only in every writable folder. */
export const protectedFolders = ['.git', '.codex', '.agents'];

/** Returns the entry that applies to a path; undefined if no entry contains the path. */
export function findEntry({ entries }: CodexSandbox, path: string): CodexSandboxEntry | undefined {
  let best: CodexSandboxEntry | undefined;
  for (const entry of entries)
    if (liesInside(entry.path, path) && (best === undefined || entry.path.length >= best.path.length)) best = entry;
  return best;
}

/** True if a call may write to a path without asking. */
export function mayWrite(sandbox: CodexSandbox, path: string): boolean {
  if (sandbox.unrestricted) return true;
  const entry = findEntry(sandbox, path);
  if (entry?.access !== 'write') return false;
  return entry.path === '/' || !protectedFolders.some((name) => liesInside(`${entry.path}/${name}`, path));
}

/** Returns the confinement of a command in the sandbox; undefined if there is no confinement. */
export function confine(sandbox: CodexSandbox, approval: CodexApproval): CodexConfinement | undefined {
  if (sandbox.unrestricted) return undefined;
  const paths = (...access: string[]) =>
    sandbox.entries.filter((one) => access.includes(one.access)).map(({ path }) => path);
  const readable = findEntry(sandbox, '/');
  const writable = paths('write');
  const readOnly = [
    ...paths('read').filter((path) => writable.some((folder) => liesInside(folder, path))),
    ...writable.filter((path) => path !== '/').flatMap((path) => protectedFolders.map((name) => `${path}/${name}`)),
  ];
  return {
    read: readable !== undefined && readable.access !== 'deny' ? 'all' : paths('read', 'write').map(asPeopleWrite),
    write: writable.includes('/') ? 'all' : writable.map(asPeopleWrite),
    network: sandbox.network,
    mayAsk: !refusesQuestion(approval, 'sandbox'),
    denied: [...paths('deny'), ...sandbox.deniedGlobs.map(({ path }) => path)].map(asPeopleWrite),
    readOnly: readOnly.map(asPeopleWrite),
  };
}

/**
 * `$TMPDIR` and `:minimal`, whose folders are unknown, are treated as paths here only so that they can be compared with
 * others.
 */
function asPeopleWrite(path: string): string {
  return path.replace(/^\/(?=\$TMPDIR(?:\/|$)|:minimal$)/, '');
}
