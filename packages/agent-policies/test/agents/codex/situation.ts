import type { CodexToolAnnotations } from '@modegate/agent-policies';

/** Files of Codex, and calls that are tried under them. `<project>` and `<home>` in texts are folders of the lab. */
export interface CodexSituation {
  readonly name: string;
  /** Files by path: `~/` is the home folder, `/etc/` that of the machine, and any other path is in the project. */
  readonly files: Readonly<Record<string, string>>;
  /** Settings that a client of the app server requests, as flags do. */
  readonly start?: CodexStart;
  /** Subagent that makes the calls. Default: the session itself. */
  readonly role?: string;
  /** Flags of `codex` before `app-server`. */
  readonly flags?: readonly string[];
  readonly calls: readonly CodexTry[];
}

/** Parameters of `thread/start`. */
export interface CodexStart {
  readonly approvalPolicy?: unknown;
  readonly sandbox?: string;
  /** Relative to the project. */
  readonly cwd?: string;
}

/** A call, and the evidence that it ran unhindered. */
export interface CodexTry {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly annotations?: CodexToolAnnotations;
  /** File that the call writes, relative to the project or absolute. */
  readonly writes?: string;
  /** File that the call prints. */
  readonly reads?: string;
  readonly usesNetwork?: boolean;
}

/**
 * Outcome of a call. `stopped`: it runs without asking, and the sandbox stops it. `error`: Codex does not start.
 */
export type CodexOutcome = 'allow' | 'ask' | 'deny' | 'stopped' | 'not offered' | 'error' | 'unknown';

/** Returns the user's settings, including the trust in the project; `undefined` for no entry. */
export function userConfig(
  text: string,
  trust: 'trusted' | 'untrusted' | undefined = 'trusted',
): Readonly<Record<string, string>> {
  const entry = trust === undefined ? '' : `\n[projects."<project>"]\ntrust_level = "${trust}"\n`;
  return { '~/.codex/config.toml': `${text}${entry}` };
}

/** Parameters with which a call asks to leave the sandbox. */
export const escalated = { sandbox_permissions: 'require_escalated', justification: 'x' };

/** Call that opens a connection. */
export const connect = run('(exec 3<>/dev/tcp/127.0.0.1/<port>) && echo CONNECTED', { usesNetwork: true });

/** Returns the words under which a call is listed. */
export function labelOf({ tool, arguments: values }: CodexTry): string {
  const { cmd, patch, ...rest } = values;
  const text =
    typeof cmd === 'string' ? cmd : typeof patch === 'string' ? patch.split('\n').slice(1, -2).join(' ') : '';
  const more = Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`;
  return `${tool} ${text}${more}`.trim();
}

/** Returns a call to the shell. */
export function run(cmd: string, more: Partial<CodexTry> & { readonly more?: object } = {}): CodexTry {
  const { more: parameters, ...rest } = more;
  return { tool: 'exec_command', arguments: { cmd, ...parameters }, ...rest };
}

/** Returns a call to the shell that prints a file. */
export function cat(path: string): CodexTry {
  return run(`cat ${path}`, { reads: path });
}

/** Returns a call to the shell that writes a file. */
export function touch(path: string, more: object = {}): CodexTry {
  return run(`touch ${path}`, { writes: path, more });
}

/** Returns a call to `apply_patch`; each line of `changes` begins with `Add`, `Update`, `Delete` or `Move`. */
export function patch(...changes: readonly string[]): CodexTry {
  const parts = changes.map((change) => {
    const [kind = '', path = '', to = ''] = change.split(' ');
    if (kind === 'Add') return `*** Add File: ${path}\n+x\n`;
    if (kind === 'Delete') return `*** Delete File: ${path}\n`;
    return `*** Update File: ${path}\n${kind === 'Move' ? `*** Move to: ${to}\n` : ''}@@\n-old\n+new\n`;
  });
  const first = changes[0]?.startsWith('Add ') ? { writes: changes[0].slice(4) } : {};
  return { tool: 'apply_patch', arguments: { patch: `*** Begin Patch\n${parts.join('')}*** End Patch\n` }, ...first };
}
