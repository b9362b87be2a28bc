import { isAbsolute, join, relative, resolve, sep } from 'node:path';

/**
 * Where a project keeps its modes, best first: Roo Code, Kilo Code, Zoo Code, IBM Bob. Only the first that exists is read.
 */
export const projectModeFiles = ['.roomodes', '.kilocodemodes', '.zoomodes', '.bob/custom_modes.yaml'] as const;

/** What the family has called its global modes file, newest name first. */
export const globalModeFiles = [
  'custom_modes.yaml',
  'custom_modes.yml',
  'custom_modes.json',
  'cline_custom_modes.json',
] as const;

/** Where modes are looked for. */
export interface ModesLocation {
  /** Folder of the project. */
  readonly projectRoot: string;
  /** Folder of the global modes file, or its parent (`settings/` is looked into). Absent: no global layer. */
  readonly globalConfigDir?: string | undefined;
  /** The project's modes file, relative to `projectRoot`; it must exist. Default: the first of {@link projectModeFiles} that exists. */
  readonly projectFile?: string | undefined;
  /** The global modes file; it must exist. Default: the first of {@link globalModeFiles} that exists. */
  readonly globalFile?: string | undefined;
}

/** One place to look, by its absolute path and by the name to show. */
export interface ModeFileCandidate {
  readonly path: string;
  readonly shown: string;
}

/** The places of the project layer, best first. */
export function projectCandidates({ projectRoot, projectFile }: ModesLocation): readonly ModeFileCandidate[] {
  const root = resolve(projectRoot);
  const names = projectFile === undefined ? projectModeFiles : [projectFile];
  return names.map((name) => {
    const path = resolve(root, name);
    return { path, shown: showUnder(root, path) };
  });
}

/** The places of the global layer, best first. */
export function globalCandidates({ globalConfigDir, globalFile }: ModesLocation): readonly ModeFileCandidate[] {
  if (globalFile !== undefined) return [{ path: resolve(globalFile), shown: globalFile }];
  if (globalConfigDir === undefined) return [];
  return globalModeFiles
    .flatMap((name) => [join(globalConfigDir, name), join(globalConfigDir, 'settings', name)])
    .map((shown) => ({ path: resolve(shown), shown }));
}

/** A path as it is shown: relative with forward slashes inside `root`, absolute elsewhere. */
export function showUnder(root: string, path: string): string {
  const inside = relative(root, path);
  return inside === '' || inside.startsWith('..') || isAbsolute(inside) ? path : inside.replaceAll(sep, '/');
}
