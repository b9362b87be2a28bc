import type { CallContext, McpServerPolicy, ModeProblemCode, TextPosition } from '@modegate/mode-core';
import type { CommandShell } from '@modegate/mode-core/commands';
import type { ToolInventory } from '@modegate/policy-check/permissions';

/**
 * Everything that the editor needs to know about a project, as plain data that can be sent from the host to a web view.
 */
export interface EditorProject {
  /** The modes file that is edited. */
  readonly edited: EditedFile;
  /**
   * The modes file in the other layer, which may contain the same mode, or modes that this mode extends. Default: there
   * is no such file.
   */
  readonly other?: EditedFile | undefined;
  /** The configured servers, without their commands, addresses or secrets. Absent if the servers are not known. */
  readonly servers?: readonly EditorServer[] | undefined;
  /** The error for a server file that could not be read; see `PolicyInput` in mode-core. */
  readonly serverFilesUnreadable?: string | undefined;
  readonly disabledTools?: readonly string[] | undefined;
  /** Shell that runs commands. Default: not known. */
  readonly shell?: CommandShell | undefined;
  /** Absolute path of the project folder. */
  readonly root?: string | undefined;
  /** Tools of the servers that have been queried. Default: not known. */
  readonly offered?: readonly OfferedServer[] | undefined;
  /** Project-relative POSIX paths, used to show which files a file restriction allows. Default: not known. */
  readonly files?: readonly string[] | undefined;
  /**
   * The time at which schedules are evaluated, in epoch milliseconds. Default: not known, in which case schedules
   * refuse calls.
   */
  readonly at?: number | undefined;
  /** The branch, CI status and environment against which conditions are evaluated. Default: not known. */
  readonly context?: CallContext | undefined;
}

/** A modes file as text. */
export interface EditedFile {
  readonly layer: 'project' | 'global';
  /**
   * The name by which users know the file, such as `.roomodes`; if it ends in `.json`, a new file is written as JSON.
   */
  readonly file: string;
  /** Absent if the file does not exist yet, or is `unreadable`. */
  readonly text?: string | undefined;
  /** Present if the file exists but could not be read as text: its content is unknown, and nothing is written to it. */
  readonly unreadable?: { readonly code: ModeProblemCode; readonly message: string } | undefined;
}

/** A configured server as plain data, with everything that a policy needs. */
export interface EditorServer extends Omit<McpServerPolicy, 'locate'> {
  /**
   * Positions of the server's settings in its file, keyed by JSON pointer. Default: unknown, so rules in the file have
   * no line number.
   */
  readonly positions?: Readonly<Record<string, TextPosition>> | undefined;
}

/** The tools of one server. */
export interface OfferedServer {
  readonly name: string;
  /** Absent if the server was never queried. */
  readonly tools?: readonly OfferedTool[];
  /** True if the server responds at present. Default: not known. */
  readonly connected?: boolean;
  /** The reason why the server does not respond or was not queried, if applicable. */
  readonly note?: string | undefined;
}

/** One tool of a server. */
export interface OfferedTool extends ToolInventory {
  /**
   * Number of tokens that the tool's definition takes up in a prompt. Default: estimated from name, description and
   * schema, at four characters per token.
   */
  readonly tokens?: number | undefined;
  /** True if the tool was added after the last approval of its server's tools. Default false. */
  readonly isNew?: boolean | undefined;
}
