import type { TextPosition } from '@modegate/json';
import type { ConfigProblem } from '../config-problem.ts';
import type { ServerConfig } from './server-config.ts';

/** Whose file it is: one of the client families that this package can read. `generic` is any other file. */
export type ConfigFileKind =
  | 'roo'
  | 'kilo'
  | 'bob'
  | 'claude-code'
  | 'claude-desktop'
  | 'vscode'
  | 'cursor'
  | 'gemini'
  | 'cline'
  | 'windsurf'
  | 'zed'
  | 'opencode'
  | 'kilo-config'
  | 'codex'
  | 'goose'
  | 'generic';

/** Whether a file belongs to one project or to the person. */
export type ConfigSource = 'project' | 'global';

/** The part of a server's settings that decides who may use it. */
export interface ServerEntryPolicy {
  readonly defaultEnabled: boolean;
  readonly disabled: boolean;
  readonly disabledTools: readonly string[];
  /** Present where the case of A to Z does not count in `disabledTools`, because rules of opencode or Kilo are among them. */
  readonly disabledInAnyCase?: true;
  /** The only tools that may be used; absent where every tool may be. */
  readonly enabledTools?: readonly string[];
  readonly alwaysAllow: readonly string[];
}

/** A value's JSON pointer and its position. */
export interface PointerPosition extends TextPosition {
  readonly pointer: string;
}

/**
 * Where the policy fields of an entry are written, under their own names or another client's; a field that the entry does
 * not have is absent.
 */
export interface SettingPositions {
  readonly defaultEnabled?: PointerPosition;
  readonly disabled?: PointerPosition;
  /** In step with the entry's `disabledTools`. */
  readonly disabledTools: readonly PointerPosition[];
  /** The list that closes all other tools. */
  readonly enabledTools?: PointerPosition;
}

interface ServerEntryBase extends TextPosition {
  /** The key in the file, any string. */
  readonly name: string;
  readonly source: ConfigSource;
  readonly file: string;
  readonly kind: ConfigFileKind;
  /** JSON pointer of the entry, such as `/mcpServers/github`. */
  readonly pointer: string;
  /** Read from the file as written: variables are never substituted in it. */
  readonly policy: ServerEntryPolicy;
  readonly settingPositions: SettingPositions;
  /** Finds the position of a JSON pointer of the same file; undefined when nothing is there. */
  readonly locate: (pointer: string) => TextPosition | undefined;
}

/** A server that can be connected to. */
export interface ValidServerEntry extends ServerEntryBase {
  readonly state: 'valid';
  readonly config: ServerConfig;
  /** Keys that this reader does not know, with their values; without a prototype. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/**
 * A server whose settings could not be read. It is not open: its policy reads `disabled: true` and
 * `defaultEnabled: false`, whatever else the entry says.
 */
export interface InvalidServerEntry extends ServerEntryBase {
  readonly state: 'invalid';
  /** Set where the entry is not wrong, but only switches the server of its name in other files of opencode or Kilo; `problems` then says so. */
  readonly switches?: 'on' | 'off';
  /** The errors that made it invalid, at least one. */
  readonly problems: readonly ConfigProblem[];
}

/** One server of a configuration file. */
export type ServerEntry = ValidServerEntry | InvalidServerEntry;
