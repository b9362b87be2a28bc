import type { JsonObject } from '@modegate/json';
import { type StateText, TextFileError } from '@modegate/text-files';
import type { UpstreamTool } from '../catalogue/upstream-tool.ts';
import { instructionsHash, type ServerInstructions } from './known-instructions.ts';
import { completePin, findPin, type InstructionsPin, type KnownTools, pinOf, type ToolPin } from './known-tools.ts';
import { type ProjectPins, parseKnownTools, readPins, writePins } from './known-tools-text.ts';

/** Storage for a project's known tools: one text for all projects. */
export interface KnownToolsLocation {
  readonly text: StateText;
  /** The project's folder as specified by the caller; used as the key in the text. */
  readonly projectRoot: string;
}

/**
 * Reads a project's known tools. A missing file is treated as empty; an unreadable file is reported as a state, not as
 * an error.
 */
export async function loadKnownTools(location: KnownToolsLocation): Promise<KnownTools> {
  try {
    return loaded(readPins(requireFile(await location.text.read(), location), location.projectRoot));
  } catch (error) {
    if (error instanceof TextFileError)
      return { state: 'unreadable', file: location.text.name, problem: error.message };
    throw error;
  }
}

/**
 * Pins tools that have no pin, in their current form (trust on first use). Preserves existing pins, including those
 * made by other processes.
 *
 * @returns The known tools after the change.
 * @throws {@link TextFileError} FILE_UNREADABLE if the file is damaged, FILE_LOCKED or FILE_WRITE_FAILED; the file
 * remains unchanged.
 */
export function rememberTools(
  location: KnownToolsLocation,
  tools: readonly UpstreamTool[],
  { now = Date.now }: { readonly now?: () => number } = {},
): Promise<KnownTools> {
  const at = now();
  return updatePins(location, tools, (tool, before) =>
    before === undefined ? pinOf(tool, { firstSeenAt: at, approvedAt: undefined }) : completePin(before, tool),
  );
}

/**
 * Completes pins made by an earlier version, without adding any.
 *
 * @returns The known tools after the change.
 * @throws {@link TextFileError} in the same cases as {@link rememberTools}.
 */
export function completePins(location: KnownToolsLocation, tools: readonly UpstreamTool[]): Promise<KnownTools> {
  return updatePins(location, tools, (tool, before) => completePin(before, tool));
}

/**
 * Pins tools in their current form, replacing earlier pins, because a person has approved the tools.
 *
 * @returns The known tools after the change.
 * @throws {@link TextFileError} in the same cases as {@link rememberTools}.
 */
export function approveTools(
  location: KnownToolsLocation,
  tools: readonly UpstreamTool[],
  { now = Date.now }: { readonly now?: () => number } = {},
): Promise<KnownTools> {
  const at = now();
  return updatePins(location, tools, (tool, before) =>
    pinOf(tool, { firstSeenAt: before?.firstSeenAt ?? at, approvedAt: at }),
  );
}

/**
 * Pins the instructions of servers that have no pin; with `approve`, also replaces existing pins, because a person has
 * read the instructions.
 *
 * @returns The known tools after the change.
 * @throws {@link TextFileError} in the same cases as {@link rememberTools}.
 */
export function rememberInstructions(
  location: KnownToolsLocation,
  all: readonly ServerInstructions[],
  { approve = false, now = Date.now }: { readonly approve?: boolean; readonly now?: () => number } = {},
): Promise<KnownTools> {
  const at = now();
  return update(location, (known) => {
    const fresh = all.filter(({ server }) => approve || !known.instructions.has(server));
    const pinned = fresh.map(({ server, instructions }): [string, InstructionsPin] => {
      const firstSeenAt = known.instructions.get(server)?.firstSeenAt ?? at;
      return [server, { hash: instructionsHash(instructions), firstSeenAt, approvedAt: approve ? at : undefined }];
    });
    return { tools: new Map(), instructions: new Map(pinned) };
  });
}

function updatePins(
  location: KnownToolsLocation,
  tools: readonly UpstreamTool[],
  choose: (tool: UpstreamTool, before: ToolPin | undefined) => ToolPin | undefined,
): Promise<KnownTools> {
  return update(location, (known) => {
    const changed = new Map<string, Map<string, ToolPin>>();
    for (const tool of tools) {
      const pin = findPin(loaded(known), tool);
      const chosen = choose(tool, pin);
      if (chosen === undefined || chosen === pin) continue;
      const own = changed.get(tool.server) ?? new Map<string, ToolPin>();
      changed.set(tool.server, own.set(tool.tool, chosen));
    }
    return { tools: changed, instructions: new Map() };
  });
}

/** Writes the changes that `choose` returns for the current pins. */
async function update(location: KnownToolsLocation, choose: (known: ProjectPins) => ProjectPins): Promise<KnownTools> {
  const { projectRoot } = location;
  const { text } = await location.text.update((before) => {
    const file = requireFile(before, location);
    const changed = choose(readPins(file, projectRoot));
    return changed.tools.size + changed.instructions.size === 0 ? undefined : writePins(file, projectRoot, changed);
  });
  return loaded(readPins(requireFile(text, location), projectRoot));
}

function loaded({ tools, instructions }: ProjectPins): Extract<KnownTools, { readonly state: 'loaded' }> {
  return { state: 'loaded', pins: tools, instructions };
}

function requireFile(text: string | undefined, { text: { name } }: KnownToolsLocation): JsonObject {
  const file = parseKnownTools(text);
  if (typeof file !== 'string') return file;
  const message = `The record of known tools, ${name}, ${file}. It was left unchanged. Repair the file, or move it elsewhere to start with an empty record.`;
  throw new TextFileError('FILE_UNREADABLE', message, { data: { file: name, reason: file } });
}
