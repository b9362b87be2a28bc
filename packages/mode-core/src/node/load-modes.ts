import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createModeProblem, type ModeProblem, type ModesOrigin } from '../mode-problem.ts';
import type { ParsedModes } from '../parse-modes.ts';
import { parseModesText } from '../text/parse-modes-text.ts';
import { maxTextLength } from '../text/read-limits.ts';
import { globalCandidates, type ModeFileCandidate, type ModesLocation, projectCandidates } from './mode-files.ts';
import { readTextFile, type TextFile } from './read-text-file.ts';

/** One place where modes were looked for. */
export interface ModeFile {
  /** Absolute. */
  readonly path: string;
  readonly source: 'project' | 'global';
  /** `ignored`: it exists, and a better place of the same layer does too. */
  readonly status: 'loaded' | 'absent' | 'unreadable' | 'ignored';
}

/** The modes of both layers, ready to be spread into `compilePolicy`. */
export interface LoadedModes {
  readonly project?: ParsedModes;
  readonly global?: ParsedModes;
  /** Absolute folder of the project. */
  readonly projectRoot: string;
  /** The problems of both layers. */
  readonly problems: readonly ModeProblem[];
  /** Every place that was looked at, best first within a layer. */
  readonly files: readonly ModeFile[];
}

/**
 * Loads the modes files of a project and of the user. Never rejects: a file that is absent gives no layer; one that is there and cannot
 * be read (a folder, a pipe, no permission, a dangling link, over 4 MiB, broken syntax) gives a layer with `unreadable` and a problem,
 * so that a policy over it refuses. The same holds for a project folder, or a file asked for by name, that does not exist.
 */
export async function loadModes(location: ModesLocation): Promise<LoadedModes> {
  const [project, global] = await Promise.all([loadProject(location), loadGlobal(location)]);
  return {
    ...(project.modes === undefined ? {} : { project: project.modes }),
    ...(global.modes === undefined ? {} : { global: global.modes }),
    projectRoot: resolve(location.projectRoot),
    problems: [...(project.modes?.problems ?? []), ...(global.modes?.problems ?? [])],
    files: [...project.files, ...global.files],
  };
}

interface LoadedLayer {
  readonly modes?: ParsedModes;
  readonly files: readonly ModeFile[];
}

async function loadProject(location: ModesLocation): Promise<LoadedLayer> {
  const candidates = projectCandidates(location);
  if (await isFolder(location.projectRoot))
    return loadLayer(candidates, { source: 'project', required: location.projectFile !== undefined });
  const reason = `the project folder ${location.projectRoot} does not exist or is no folder`;
  return {
    modes: unreadableLayer({ source: 'project' }, 'FILE_UNREADABLE', reason),
    files: candidates.map(({ path }) => ({ path, source: 'project', status: 'absent' })),
  };
}

function loadGlobal(location: ModesLocation): Promise<LoadedLayer> {
  return loadLayer(globalCandidates(location), { source: 'global', required: location.globalFile !== undefined });
}

interface Layer {
  readonly source: 'project' | 'global';
  readonly required: boolean;
}

async function loadLayer(candidates: readonly ModeFileCandidate[], layer: Layer): Promise<LoadedLayer> {
  const read = await Promise.all(candidates.map(({ path }) => readTextFile(path, maxTextLength)));
  const first = layer.required ? 0 : read.findIndex((file) => file.state !== 'absent');
  const [file, candidate] = [read[first], candidates[first]];
  const modes = file && candidate && parseFile(file, { source: layer.source, file: candidate.shown });
  const files = candidates.map(({ path }, index): ModeFile => {
    const isAbsent = read[index]?.state === 'absent';
    const status = isAbsent ? 'absent' : index !== first ? 'ignored' : statusOf(modes);
    return { path, source: layer.source, status };
  });
  return { ...(modes === undefined ? {} : { modes }), files };
}

function statusOf(modes: ParsedModes | undefined): 'loaded' | 'unreadable' {
  return modes?.unreadable === undefined ? 'loaded' : 'unreadable';
}

function parseFile(file: TextFile, origin: ModesOrigin): ParsedModes {
  switch (file.state) {
    case 'absent':
      return unreadableLayer(origin, 'FILE_UNREADABLE', 'it does not exist');
    case 'unreadable':
      return unreadableLayer(origin, 'FILE_UNREADABLE', file.reason);
    case 'too-large':
      return unreadableLayer(origin, 'FILE_TOO_LARGE', `it has more than ${maxTextLength} bytes`);
    default:
      return reportEncoding(parseModesText(file.text, origin), file.encoding);
  }
}

function reportEncoding(modes: ParsedModes, encoding: 'utf-8' | 'damaged'): ParsedModes {
  if (encoding === 'utf-8') return modes;
  const message = "The file holds bytes that are not UTF-8; each was read as '\uFFFD'. Save it as UTF-8.";
  const { locate: _unknown, ...origin } = modes;
  return {
    ...modes,
    problems: [createModeProblem(origin, 'CHARACTERS_CLEANED', { message, pointer: '' }), ...modes.problems],
  };
}

function unreadableLayer(origin: ModesOrigin, code: 'FILE_UNREADABLE' | 'FILE_TOO_LARGE', reason: string): ParsedModes {
  const message = `The modes file could not be read: ${reason}.`;
  const problem = createModeProblem(origin, code, { message, pointer: '' });
  return { ...origin, modes: [], problems: [problem], document: undefined, unreadable: message };
}

/** Whether a folder stands at the path; links are followed. */
export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
