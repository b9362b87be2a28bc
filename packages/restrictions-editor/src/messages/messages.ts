import { defined } from '@modegate/json';
import {
  type CommandRestrictions,
  type GroupEntry,
  groupEntrySchema,
  type McpRestrictions,
} from '@modegate/mode-core/modes';
import * as z from 'zod/mini';
import type { EditorProject } from '../model/editor-project.ts';
import type { ModeDraft } from '../model/mode-draft.ts';

/** Requests the servers and tools of a mode, and everything else that the editor needs to edit the mode. */
export interface GetMcpServersForMode {
  readonly type: 'getMcpServersForMode';
  /** Id of the request, repeated in the response. */
  readonly id: string;
  readonly modeSlug: string;
}

/** Saves a mode's restrictions, and its groups if they are present. */
export interface UpdateModeRestrictions extends DraftParts {
  readonly type: 'updateModeRestrictions';
  readonly id: string;
  readonly modeSlug: string;
  /**
   * The state when the edit began; changes that others have made since then are merged or reported as a conflict.
   * Default: the mode in its current state.
   */
  readonly base?: DraftParts | undefined;
}

/** The parts of a mode that the editor edits. */
export interface DraftParts {
  /** Null if the mode has no restrictions. */
  readonly restrictions: McpRestrictions | null;
  /** Default: the groups stay unchanged. */
  readonly groups?: readonly GroupEntry[] | undefined;
  /** Null if the mode has no restrictions on commands. Default: the restrictions stay unchanged. */
  readonly commands?: CommandRestrictions | null | undefined;
}

/** Requests the problems in restrictions before they are saved. */
export interface ValidateMcpRestrictions extends Omit<DraftParts, 'groups'> {
  readonly type: 'validateMcpRestrictions';
  readonly id: string;
  readonly modeSlug: string;
}

/** A message from a web view. */
export type EditorRequest = GetMcpServersForMode | UpdateModeRestrictions | ValidateMcpRestrictions;

/** One server as a mode sees it. */
export interface ModeServer {
  readonly name: string;
  readonly allowed: boolean;
  readonly tools: readonly { readonly name: string; readonly allowed: boolean }[];
}

/** The response to {@link GetMcpServersForMode}. */
export interface McpServersForMode {
  readonly type: 'mcpServersForMode';
  readonly id: string;
  readonly modeSlug: string;
  readonly servers: readonly ModeServer[];
  readonly project: EditorProject;
  /** A value that changes with every change to the file. */
  readonly version: string;
}

/** One finding about proposed restrictions. */
export interface ValidationProblem {
  readonly severity: 'error' | 'warning' | 'info';
  readonly code: string;
  readonly message: string;
  readonly pointer: string;
}

/** The response to {@link ValidateMcpRestrictions}. */
export interface McpRestrictionsValidation {
  readonly type: 'mcpRestrictionsValidation';
  readonly id: string;
  readonly modeSlug: string;
  /** `valid` if no problem has the severity `error`. */
  readonly validation: { readonly valid: boolean; readonly problems: readonly ValidationProblem[] };
}

/** The response to {@link UpdateModeRestrictions}; `project` is the current project. */
export interface ModeRestrictionsUpdated extends Omit<McpServersForMode, 'type' | 'servers'> {
  readonly type: 'modeRestrictionsUpdated';
  /** `saved`: as requested; `merged`: with changes from others; `unchanged`: the file already had this content. */
  readonly outcome: 'saved' | 'merged' | 'unchanged';
}

/** Reports that someone else changed the same part in a different way; nothing was written. */
export interface ModeRestrictionsConflict extends Omit<McpServersForMode, 'type' | 'servers'> {
  readonly type: 'modeRestrictionsConflict';
  /**
   * The keys that both sides changed; empty if the only conflict is that the two changes together would allow more than
   * either change alone.
   */
  readonly fields: readonly string[];
}

/** A request that failed; nothing was written. */
export interface EditorFailure {
  readonly type: 'editorFailure';
  /** Empty if the request had no usable id. */
  readonly id: string;
  readonly code: 'REQUEST_INVALID' | 'MODE_UNKNOWN' | 'MODE_INVALID' | 'WRITE_FAILED' | 'HOST_FAILED';
  readonly message: string;
}

/** Sent without a request: a modes or servers file has changed. */
export interface ModesChanged {
  readonly type: 'modesChanged';
}

/** A response to a request. */
export type EditorAnswer =
  | McpServersForMode
  | McpRestrictionsValidation
  | ModeRestrictionsUpdated
  | ModeRestrictionsConflict
  | EditorFailure;

/** A parsed request, or the reason why a message is not a valid request. */
export type RequestReading =
  | { readonly ok: true; readonly request: EditorRequest }
  | { readonly ok: false; readonly failure: EditorFailure };

const id = z.string().check(z.minLength(1), z.maxLength(100));
const modeSlug = z.string().check(z.minLength(1), z.maxLength(200));
// The loader validates the content and reports the mode and the key; this check only ensures that the content is plain
// data of bounded size.
const restrictions = z.nullable(z.record(z.string(), z.unknown()));
const groups = z.optional(z.array(groupEntrySchema));
const commands = z.optional(restrictions);

const requestSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('getMcpServersForMode'), id, modeSlug }),
  z.strictObject({ type: z.literal('validateMcpRestrictions'), id, modeSlug, restrictions, commands }),
  z.strictObject({
    type: z.literal('updateModeRestrictions'),
    id,
    modeSlug,
    restrictions,
    groups,
    commands,
    base: z.optional(z.strictObject({ restrictions, groups, commands })),
  }),
]);

/** Maximum length of a request that the host reads, in characters of JSON; a modes file may be as large as 4 MiB. */
export const maxRequestCharacters = 8 * 1024 * 1024;

/** Reads a message of unknown origin as a request. */
export function readRequest(message: unknown): RequestReading {
  const parsed = requestSchema.safeParse(message);
  if (parsed.success) return { ok: true, request: parsed.data as EditorRequest };
  const given = (message as { readonly id?: unknown } | null | undefined)?.id;
  const requestId = typeof given === 'string' ? given.slice(0, 100) : '';
  const issue = parsed.error.issues[0];
  const place = issue === undefined || issue.path.length === 0 ? 'the message' : `'${issue.path.join('.')}'`;
  const expected = Object.keys(requestTypes).join(', ');
  const detail = place === "'type'" ? `expected one of ${expected}` : (issue?.message ?? 'it is not plain data');
  const reason = `The request is invalid: ${place}: ${detail}.`;
  return { ok: false, failure: failureMessage(requestId, 'REQUEST_INVALID', reason) };
}

/** @internal The types of requests. */
export const requestTypes: Readonly<Record<EditorRequest['type'], true>> = {
  getMcpServersForMode: true,
  updateModeRestrictions: true,
  validateMcpRestrictions: true,
};

/** Returns the response for a failed request. */
export function failureMessage(requestId: string, code: EditorFailure['code'], message: string): EditorFailure {
  return { type: 'editorFailure', id: requestId, code, message };
}

/** Returns the parts of a draft, for use in a message. */
export function partsOf({ restrictions: own, groups: entries, commands }: ModeDraft): DraftParts {
  return { restrictions: own ?? null, ...defined({ groups: entries }), commands: commands ?? null };
}
