import { attempt } from '@modegate/json';
import { parse } from 'smol-toml';
import type { CodexTable } from './codex-rules.ts';
import { splitWords } from './split-words.ts';

/** Settings from Codex's command line. */
export interface CodexFlags {
  readonly approval?: string;
  readonly sandbox?: string;
  /** True for `--yolo` and its long form. */
  readonly bypass: boolean;
  /** Profile name passed with `--profile`. */
  readonly profile?: string;
  /** Values passed with `-c`, in order; later values take precedence. */
  readonly overrides: readonly CodexTable[];
  readonly cwd?: string;
  readonly roots: readonly string[];
  readonly headless: boolean;
  readonly trusted: boolean;
  readonly ignoresRules: boolean;
  /** True for `--strict-config`, with which an unknown key prevents Codex from starting. */
  readonly strict?: boolean;
  /** Reason why Codex does not start with these flags. */
  readonly fault?: string;
  /** Sentence about the points that this table leaves unsettled. */
  readonly unsettled?: string;
}

type Draft = { -readonly [Key in keyof CodexFlags]: CodexFlags[Key] };

const short: Readonly<Record<string, string>> = {
  '-s': '--sandbox',
  '-a': '--ask-for-approval',
  '-c': '--config',
  '-p': '--profile',
  '-C': '--cd',
  '-m': '--model',
  '-i': '--image',
  '-o': '--output-last-message',
  '--yolo': '--dangerously-bypass-approvals-and-sandbox',
};

const withValue: Readonly<Record<string, (flags: Draft, value: string) => void>> = {
  '--sandbox': (flags, value) => {
    flags.sandbox = value;
    if (!['read-only', 'workspace-write', 'danger-full-access'].includes(value))
      flags.fault = `Codex has no sandbox "${value}".`;
  },
  // The app server still accepts the last two values, which the command line rejects.
  '--ask-for-approval': (flags, value) => {
    flags.approval = value;
    if (!['on-request', 'never', 'on-failure', 'untrusted'].includes(value))
      flags.fault = `Codex has no approval policy "${value}".`;
    if (flags.headless) flags.fault = 'codex exec has no flag --ask-for-approval.';
  },
  '--profile': (flags, value) => (flags.profile = value),
  '--cd': (flags, value) => (flags.cwd = value),
  '--add-dir': (flags, value) => (flags.roots = [...flags.roots, value]),
  '--config': (flags, value) => (flags.overrides = [...flags.overrides, readOverride(value)]),
  '--enable': (flags, value) => (flags.overrides = [...flags.overrides, { features: { [value]: true } }]),
  '--disable': (flags, value) => (flags.overrides = [...flags.overrides, { features: { [value]: false } }]),
  '--remote': (flags) => (flags.unsettled = 'With --remote, another program runs the tools.'),
  ...ignoring(
    '--model --image --output-last-message --output-schema --color --local-provider --remote-auth-token-env ' +
      '--thread-source --cyber-access-program',
  ),
};

const alone: Readonly<Record<string, (flags: Draft) => void>> = {
  '--dangerously-bypass-approvals-and-sandbox': (flags) => (flags.bypass = true),
  '--approve-for-me': (flags) => {
    flags.sandbox ??= 'workspace-write';
    flags.unsettled = 'With --approve-for-me, a model answers questions from Codex.';
  },
  '--ignore-user-config': (flags) =>
    (flags.unsettled = 'There is no record of what else --ignore-user-config ignores.'),
  '--worktree': (flags) => (flags.unsettled = 'With --worktree, Codex works in a new folder.'),
  '--ignore-rules': (flags) => (flags.ignoresRules = true),
  '--trust': (flags) => (flags.trusted = true),
  '--strict-config': (flags) => (flags.strict = true),
  ...ignoring(
    '--oss --json --search --no-alt-screen --no-daemon --skip-git-repo-check --ephemeral --dangerously-bypass-hook-trust',
  ),
};

/** Reads a Codex command line: its flags, with or without `codex` and `exec` before them. */
export function readCodexFlags(text: string): CodexFlags {
  const flags: Draft = {
    bypass: false,
    overrides: [],
    roots: [],
    headless: false,
    trusted: false,
    ignoresRules: false,
  };
  const words = splitWords(text);
  if (words === undefined) return { ...flags, unsettled: 'The flags of Codex contain an unterminated quote.' };
  for (let index = 0; index < words.length; index++) {
    const [, long, inline] = /^(-[A-Za-z]|--[\w-]+)(?:=?([\s\S]*))?$/.exec(words[index] ?? '') ?? [];
    if (words[index] === '--') break;
    if (long === undefined) {
      if (words[index] === 'exec') flags.headless = true;
      continue;
    }
    const name = short[long] ?? long;
    const hasInline = inline !== undefined && inline !== '';
    if (Object.hasOwn(withValue, name)) {
      const value = hasInline ? inline : words[++index];
      if (value === undefined) flags.fault = `The flag ${long} has no value.`;
      else withValue[name]?.(flags, value);
    } else if (Object.hasOwn(alone, name) && !hasInline) alone[name]?.(flags);
    else flags.fault = `Codex 0.169.0 has no flag ${long}.`;
  }
  return flags;
}

function ignoring(names: string): Readonly<Record<string, () => void>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, () => undefined]));
}

/** Reads a value passed with `-c` as TOML, or as plain text if it is not TOML. */
function readOverride(text: string): CodexTable {
  const at = text.indexOf('=');
  const key = at < 0 ? text : text.slice(0, at);
  const value = at < 0 ? '' : text.slice(at + 1).trim();
  const parsed: unknown = attempt(() => parse(`value = ${value}`).value) ?? value.replaceAll(/^["']|["']$/g, '');
  return key.split('.').reduceRight<unknown>((inner, part) => ({ [part.trim()]: inner }), parsed) as CodexTable;
}
