import { defined, equalValues } from '@modegate/json';
import {
  compilePolicy,
  type McpServerPolicy,
  ModeError,
  type ModeProblem,
  type ModesInput,
  type ParsedModes,
  type Policy,
  parseModes,
  type ToolRequest,
} from '@modegate/mode-core';
import { createCommandJudge } from '@modegate/mode-core/commands';
import type { CommandRestrictions, GroupEntry, McpRestrictions } from '@modegate/mode-core/modes';
import { createModeProblem } from '@modegate/mode-core/modes';
import { type EditableMode, editModesText, parseModesText } from '@modegate/mode-core/text';
import { shellAnalyser } from '@modegate/shell-commands';
import type { EditedFile, EditorProject, EditorServer } from './editor-project.ts';

/** The restrictions of a mode, or undefined for a mode that has none. */
export type McpRestrictionsValue = McpRestrictions | undefined;

/** A mode's restrictions on commands, or undefined for a mode that has none. */
export type CommandRestrictionsValue = CommandRestrictions | undefined;

/** The edited part of one mode; the rest stays as it is in the file. */
export interface ModeDraft {
  readonly slug: string;
  /** Default: the groups in the file. */
  readonly groups?: readonly GroupEntry[] | undefined;
  /** Absent if the mode has no restrictions. */
  readonly restrictions?: McpRestrictionsValue;
  /** Absent if the mode has no restrictions on commands. */
  readonly commands?: CommandRestrictionsValue;
}

/** A project before an edit, parsed once for all drafts based on it. */
export interface OpenedProject {
  readonly project: EditorProject;
  readonly parsed: ParsedModes | undefined;
  readonly other: ParsedModes | undefined;
  readonly policy: Policy;
}

/** A compiled draft: the file as it would be written, and the resulting policy. */
export interface CompiledDraft {
  readonly slug: string;
  readonly opened: OpenedProject;
  readonly draft: ModeDraft;
  /** Text of the modes file after the edit; the original text if the draft cannot be written. */
  readonly text: string;
  readonly changed: boolean;
  /** The reason why the draft cannot be written; undefined if it can. */
  readonly failure: string | undefined;
  readonly policy: Policy;
  /** Problems in the mode as drafted. */
  readonly problems: readonly ModeProblem[];
}

/** Parses a project's files and compiles the policy before any edit. */
export function openProject(project: EditorProject): OpenedProject {
  const parsed = parseFile(project.edited);
  const other = project.other === undefined ? undefined : parseFile(project.other);
  return { project, parsed, other, policy: compileLayers({ project, other }, parsed) };
}

/** Returns a draft that changes nothing; a mode missing from the edited file is read from its own file. */
export function readDraft(opened: OpenedProject, slug: string): ModeDraft {
  const mode = findMode(opened, slug);
  const groups = Array.isArray(mode?.groups) ? (mode.groups as readonly GroupEntry[]) : undefined;
  const restrictions = mode?.mcpRestrictions as McpRestrictionsValue;
  const commands = mode?.commandRestrictions as CommandRestrictionsValue;
  return { slug, ...defined({ groups, restrictions, commands }) };
}

/** Returns the mode with the draft applied and every other key as written; undefined if the mode does not exist. */
export function draftedMode(opened: OpenedProject, draft: ModeDraft): EditableMode | undefined {
  const mode = findMode(opened, draft.slug);
  if (mode === undefined) return undefined;
  const { mcpRestrictions: _mcp, commandRestrictions: _commands, ...rest } = mode;
  const { slug, groups, restrictions: mcpRestrictions, commands: commandRestrictions } = draft;
  return { ...rest, slug, ...defined({ groups, mcpRestrictions, commandRestrictions }) };
}

/**
 * Writes the draft into the text of its file and compiles the resulting policy, with the line numbers of the new text.
 * Never throws.
 */
export function compileDraft(opened: OpenedProject, draft: ModeDraft): CompiledDraft {
  const { edited } = opened.project;
  const written = writeDraft(opened, draft);
  const isRefused = 'failure' in written;
  const text = isRefused ? (edited.text ?? '') : written.text;
  const policy = isRefused
    ? compileObject(opened, draft)
    : compileLayers(opened, written.changed ? parseFile({ ...edited, text }) : opened.parsed);
  return {
    slug: draft.slug,
    opened,
    draft,
    text,
    changed: !isRefused && written.changed,
    failure: isRefused ? written.failure : undefined,
    policy,
    problems: policy.problems.filter(({ mode }) => mode === draft.slug),
  };
}

/**
 * Compiles the policy for a draft without writing its text: faster and with the same decisions, but without line
 * numbers in the rules.
 */
export function compileObject(opened: OpenedProject, draft: ModeDraft): Policy {
  if (opened.parsed?.unreadable !== undefined) return compileLayers(opened, opened.parsed);
  const mode = draftedMode(opened, draft);
  const { layer, file } = opened.project.edited;
  const modes = rawModes(opened.parsed);
  const index = modes.findIndex((raw) => slugOf(raw) === draft.slug);
  const customModes = index < 0 ? [...modes, mode] : modes.with(index, mode);
  return compileLayers(opened, parseModes({ customModes }, { source: layer, file }));
}

/** Adds the project's circumstances to a request. */
export function requestOf(project: EditorProject, request: ToolRequest): ToolRequest {
  return { ...defined({ at: project.at, context: project.context }), ...request };
}

function writeDraft(
  { project, ...opened }: OpenedProject,
  draft: ModeDraft,
): { readonly text: string; readonly changed: boolean } | { readonly failure: string } {
  const { text, file, unreadable } = project.edited;
  if (unreadable !== undefined) return { failure: unreadable.message };
  const mode = draftedMode({ project, ...opened }, draft);
  if (mode === undefined) return { failure: `No mode has the slug '${draft.slug}'.` };
  try {
    // A mode from another layer is not copied into this file until the draft changes it.
    const unchanged = equalDrafts(readDraft({ project, ...opened }, draft.slug), draft);
    return unchanged ? { text: text ?? '', changed: false } : editModesText(text, { kind: 'save', mode }, { file });
  } catch (error) {
    if (error instanceof ModeError) return { failure: error.message };
    throw error;
  }
}

/** True if two drafts of a mode have the same content. */
export function equalDrafts(left: ModeDraft | undefined, right: ModeDraft | undefined): boolean {
  const parts = (draft: ModeDraft | undefined) => [draft?.groups, draft?.restrictions, draft?.commands];
  return equalValues(parts(left), parts(right));
}

function findMode({ parsed, policy }: OpenedProject, slug: string): Readonly<Record<string, unknown>> | undefined {
  const raw = rawModes(parsed).find((mode) => slugOf(mode) === slug);
  if (raw !== undefined) return raw as Readonly<Record<string, unknown>>;
  const inherited = policy.modes.find(({ config }) => config.slug === slug)?.config;
  if (inherited === undefined) return undefined;
  const { source: _source, ...config } = inherited;
  return config as Readonly<Record<string, unknown>>;
}

function rawModes(parsed: ParsedModes | undefined): readonly unknown[] {
  const document = parsed?.document as { readonly customModes?: unknown } | null | undefined;
  return Array.isArray(document?.customModes) ? document.customModes : [];
}

function slugOf(raw: unknown): unknown {
  return (raw as { readonly slug?: unknown } | null)?.slug;
}

function parseFile({ text, layer, file, unreadable }: EditedFile): ParsedModes | undefined {
  const origin = { source: layer, file };
  if (unreadable === undefined) return text === undefined ? undefined : parseModesText(text, origin);
  const { code, message } = unreadable;
  const problems = [createModeProblem(origin, code, { message, pointer: '' })];
  return { ...origin, modes: [], problems, document: undefined, unreadable: message };
}

function compileLayers(
  { project, other }: Pick<OpenedProject, 'project' | 'other'>,
  edited: ParsedModes | undefined,
): Policy {
  const { servers, serverFilesUnreadable, disabledTools, root, shell = 'unknown' } = project;
  const layers: { project?: ModesInput; global?: ModesInput } = {};
  if (other !== undefined && project.other !== undefined) layers[project.other.layer] = other;
  if (edited !== undefined) layers[project.edited.layer] = edited;
  return compilePolicy({
    ...layers,
    servers: servers?.map(locateSettings),
    serverFilesUnreadable,
    commands: createCommandJudge({ analyser: shellAnalyser, shell }),
    disabledTools,
    projectRoot: root,
  });
}

function locateSettings({ positions, ...server }: EditorServer): McpServerPolicy {
  if (positions === undefined) return server;
  return { ...server, locate: (pointer) => (Object.hasOwn(positions, pointer) ? positions[pointer] : undefined) };
}
