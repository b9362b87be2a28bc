import type { ToolReference } from '../catalogue/tool-reference.ts';
import type { UpstreamTool } from '../catalogue/upstream-tool.ts';
import { createReferenceResolver } from './reference-index.ts';
import {
  type ChangedToolPolicy,
  findNameProblem,
  quoteShort,
  TOOLSET_LIMITS,
  type ToolNote,
  type ToolNotes,
  type Toolset,
  toolNoteSchema,
} from './toolset.ts';
import { isEntryOf } from './toolset-members.ts';

/** A toolset to build. */
export interface BuildRequest {
  readonly name: string;
  readonly tools: readonly ToolReference[];
  readonly description?: string | undefined;
  /** Policy for later changes to tools. Default: the server's policy. */
  readonly onChange?: ChangedToolPolicy | undefined;
}

/** The available tools and the time. */
export interface BuildSituation {
  /** Tools that can be referenced. */
  readonly visible: readonly UpstreamTool[];
  /** Time in epoch milliseconds. */
  readonly now: number;
}

/** A saved set. */
export interface BuiltToolset {
  readonly toolset: Toolset;
  readonly warnings: readonly string[];
}

/**
 * Creates a toolset from a request, with the name and refId of each tool. All invalid references are reported together.
 *
 * @returns The toolset, or the reason why the request is invalid.
 */
export function planToolset(request: BuildRequest, { visible, now }: BuildSituation): BuiltToolset | string {
  const problem = findNameProblem(request.name) ?? findSizeProblem(request);
  if (problem !== undefined) return problem;
  const resolve = createReferenceResolver(visible);
  const tools = new Set<UpstreamTool>();
  const repeated = new Set<string>();
  const problems: string[] = [];
  for (const reference of request.tools) {
    const resolved = resolve(reference);
    if (typeof resolved === 'string') problems.push(resolved);
    else if (tools.has(resolved)) repeated.add(resolved.namespacedName);
    else tools.add(resolved);
  }
  if (problems.length > 0) return `Invalid tool references: ${joinFirst(problems)}`;
  const { name, description, onChange } = request;
  const entries = [...tools].map(({ namespacedName, refId, server }) => ({ namespacedName, refId, server }));
  return {
    toolset: {
      name,
      ...(description === undefined ? {} : { description }),
      tools: entries,
      createdAt: now,
      lastModified: now,
      ...(onChange === undefined ? {} : { onChange }),
    },
    warnings: [...repeated].map((each) => `${quoteShort(each)} was given more than once.`),
  };
}

/** The notes that a request added, and the reasons why others were not added. */
export interface PlannedNotes {
  /** The set with the notes; undefined if no note was added. */
  readonly toolset: Toolset | undefined;
  readonly added: readonly ToolNote[];
  readonly errors: readonly string[];
}

/** A tool in a set, its new notes, and the time in epoch milliseconds. */
export interface NotesRequest {
  readonly tool: UpstreamTool;
  readonly notes: readonly ToolNote[];
  readonly now: number;
}

/**
 * Adds notes to a tool in a set. A note whose name already exists is skipped and reported; existing notes are never
 * replaced.
 */
export function planNotes(toolset: Toolset, { tool, notes, now }: NotesRequest): PlannedNotes {
  const before = notesOn(toolset, tool);
  const taken = new Set(before.map((note) => note.name));
  const added: ToolNote[] = [];
  const errors: string[] = [];
  for (const note of notes) {
    const problem = findNoteProblem(note, taken);
    if (problem !== undefined) {
      errors.push(problem);
      continue;
    }
    taken.add(note.name);
    added.push({ name: note.name, note: note.note });
  }
  if (added.length === 0) return { toolset: undefined, added, errors };
  const { namespacedName, refId, server } = tool;
  const others = (toolset.toolNotes ?? []).filter(({ toolRef }) => !isEntryOf(toolRef, tool));
  const toolNotes: ToolNotes[] = [
    ...others,
    { toolRef: { namespacedName, refId, server }, notes: [...before, ...added] },
  ];
  return { toolset: { ...toolset, toolNotes, lastModified: now }, added, errors };
}

/** Returns a set's notes on a tool, without duplicate names. */
export function notesOn(toolset: Toolset, tool: UpstreamTool): readonly ToolNote[] {
  const notes = new Map<string, ToolNote>();
  for (const { toolRef, notes: each } of toolset.toolNotes ?? []) {
    if (!isEntryOf(toolRef, tool)) continue;
    for (const note of each) if (!notes.has(note.name)) notes.set(note.name, note);
  }
  return [...notes.values()];
}

function findSizeProblem({ tools, description = '' }: BuildRequest): string | undefined {
  const { maxTools, maxDescriptionLength } = TOOLSET_LIMITS;
  if (tools.length === 0) return 'A toolset needs at least one tool, but none was given. See list-available-tools.';
  if (tools.length > maxTools) return `A toolset can have at most ${maxTools} tools, but ${tools.length} were given.`;
  if (description.length <= maxDescriptionLength) return undefined;
  return `A toolset's description can have at most ${maxDescriptionLength} characters, but this one has ${description.length}.`;
}

function findNoteProblem(note: ToolNote, taken: ReadonlySet<string>): string | undefined {
  const parsed = toolNoteSchema.safeParse(note);
  if (!parsed.success) {
    return `The note ${quoteShort(note.name)} is not valid: ${parsed.error.issues[0]?.message ?? 'unknown reason'}.`;
  }
  if (taken.has(note.name)) return `A note named ${quoteShort(note.name)} already exists on this tool.`;
  if (taken.size < TOOLSET_LIMITS.maxNotesPerTool) return undefined;
  return `The note ${quoteShort(note.name)} was not added: a tool can have at most ${TOOLSET_LIMITS.maxNotesPerTool} notes.`;
}

const MAX_PROBLEMS = 10;

function joinFirst(problems: readonly string[]): string {
  const shown = problems.slice(0, MAX_PROBLEMS).join(' ');
  const rest = problems.length - MAX_PROBLEMS;
  return rest > 0 ? `${shown} And ${rest} more.` : shown;
}
