import type { CallContext, McpServerPolicy, ModeProblemCode, TextPosition } from '@modegate/mode-core';
import type { InventoryTool } from '@modegate/policy-check/permissions';

/** Everything that the editor needs to know of a project; plain data, so that it can travel from the host to a web view. */
export interface EditorProject {
  /** The modes file that is edited. */
  readonly edited: EditedFile;
  /** The modes file of the other layer, which may have the same mode, or modes that it extends. Default: there is none. */
  readonly other?: EditedFile | undefined;
  /** The configured servers, without commands, addresses and secrets. Absent: it is not known which servers there are. */
  readonly servers?: readonly ServerSettings[] | undefined;
  /** Why a server file could not be read; see mode-core's `PolicyInput`. */
  readonly serverFilesUnreadable?: string | undefined;
  readonly disabledTools?: readonly string[] | undefined;
  /** Absolute folder of the project. */
  readonly root?: string | undefined;
  /** What the servers offer, as far as they have been asked. Default: nothing is known. */
  readonly offered?: readonly OfferedServer[] | undefined;
  /** Project-relative POSIX paths, for showing what a file limit opens. Default: not known. */
  readonly files?: readonly string[] | undefined;
  /** The time to judge schedules at, in epoch milliseconds. Default: not known, so that schedules refuse. */
  readonly at?: number | undefined;
  /** The branch, CI and environment to judge conditions in. Default: not known. */
  readonly context?: CallContext | undefined;
}

/** A modes file as text. */
export interface EditedFile {
  readonly layer: 'project' | 'global';
  /** What people call the file, such as `.roomodes`; a name that ends in `.json` makes a new file JSON. */
  readonly file: string;
  /** Absent: the file does not exist yet, or is `unreadable`. */
  readonly text?: string | undefined;
  /** Present where the file is there and could not be read as text: nothing in it is known, and nothing is written. */
  readonly unreadable?: { readonly code: ModeProblemCode; readonly message: string } | undefined;
}

/** What a policy has to know of a configured server, as plain data. */
export interface ServerSettings extends Omit<McpServerPolicy, 'locate'> {
  /** Where its settings are in its file, by JSON pointer. Default: rules of the file have no line. */
  readonly positions?: Readonly<Record<string, TextPosition>> | undefined;
}

/** What one server offers. */
export interface OfferedServer {
  readonly name: string;
  /** Absent: the server was never asked. */
  readonly tools?: readonly OfferedTool[];
  /** Whether it answers now. Default: not known. */
  readonly connected?: boolean;
}

/** One tool of a server. */
export interface OfferedTool extends InventoryTool {
  /** What its definition costs in a prompt. Default: estimated from name, description and schema, four characters a token. */
  readonly tokens?: number | undefined;
  /** Whether it is newer than the last approval of its server's tools. Default false. */
  readonly isNew?: boolean | undefined;
}
