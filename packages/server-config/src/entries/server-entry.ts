import type { TextPosition } from '@modegate/json';
import type { ConfigProblem } from '../config-problem.ts';
import type { ServerConfig } from './server-config.ts';

/** Kind of a file: a supported family of clients, or `generic` for any other file. */
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

/** Owner of a file: one project, or the user. */
export type ConfigSource = 'project' | 'global';

/** Settings of a server that determine who may use it. */
export interface ServerEntryPolicy {
  readonly defaultEnabled: boolean;
  readonly disabled: boolean;
  readonly disabledTools: readonly string[];
  /**
   * Present if letters in `disabledTools` (only A to Z) match regardless of case, because the list contains rules from
   * opencode or Kilo.
   */
  readonly disabledInAnyCase?: true;
  /** The only tools that may be used; absent if all tools may be used. */
  readonly enabledTools?: readonly string[];
  readonly alwaysAllow: readonly string[];
}

/** JSON pointer and position of a value. */
export interface PointerPosition extends TextPosition {
  readonly pointer: string;
}

/**
 * Positions of an entry's policy settings, under their own names or another client's names. Absent for settings that
 * the entry lacks.
 */
export interface SettingPositions {
  readonly defaultEnabled?: PointerPosition;
  readonly disabled?: PointerPosition;
  /** In the same order as the entry's `disabledTools`. */
  readonly disabledTools: readonly PointerPosition[];
  /** The list that blocks all other tools. */
  readonly enabledTools?: PointerPosition;
}

interface ServerEntryBase extends TextPosition {
  /** Key in the file; may be any string. */
  readonly name: string;
  readonly source: ConfigSource;
  readonly file: string;
  readonly kind: ConfigFileKind;
  /** JSON pointer of the entry, such as `/mcpServers/github`. */
  readonly pointer: string;
  /** Policy as written in the file; variables in the policy are never substituted. */
  readonly policy: ServerEntryPolicy;
  readonly settingPositions: SettingPositions;
  /**
   * Finds the position of a JSON pointer in the same file; returns undefined if the pointer does not lead to a value.
   */
  readonly locate: (pointer: string) => TextPosition | undefined;
}

/** A server that can be connected to. */
export interface ValidServerEntry extends ServerEntryBase {
  readonly state: 'valid';
  readonly config: ServerConfig;
  /** Unknown keys with their values; without a prototype. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/**
 * A server with unreadable settings. It is blocked: its policy has `disabled: true` and `defaultEnabled: false`,
 * regardless of the entry.
 */
export interface InvalidServerEntry extends ServerEntryBase {
  readonly state: 'invalid';
  /**
   * Set if the entry is not faulty but only switches on or off the server of the same name in other opencode or Kilo
   * files; `problems` then explains this.
   */
  readonly switches?: 'on' | 'off';
  /** Errors that made the entry invalid; at least one error. */
  readonly problems: readonly ConfigProblem[];
}

/** A server from a configuration file. */
export type ServerEntry = ValidServerEntry | InvalidServerEntry;
