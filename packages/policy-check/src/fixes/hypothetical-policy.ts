import { compilePolicy, type Policy } from '@modegate/mode-core';
import { compileProject, type PolicySource, type Project, type ProjectSource } from '@modegate/project';

/**
 * Compiles the policies of a project with different texts for some of its files: one policy with the project's servers,
 * and one with the modes alone, for future servers.
 */
export function compileHypothetical(
  { root, sources }: Project,
  texts: Readonly<Record<string, string>>,
  disabledTools: readonly string[] | undefined,
): readonly Policy[] {
  const places = (what: ProjectSource['what']) =>
    sources.filter((source) => source.what === what).map((source) => toPlace(source, texts));
  const project = compileProject({ modes: places('modes'), servers: places('servers') }, { root, disabledTools });
  return [project.policy, compilePolicy({ ...project.modes, disabledTools, projectRoot: root })];
}

function toPlace(source: ProjectSource, texts: Readonly<Record<string, string>>): PolicySource {
  const { layer, path, file } = source;
  return { layer, path, file, reading: readingOf(source, texts[file] ?? source.text) };
}

function readingOf({ state }: ProjectSource, text: string | undefined): PolicySource['reading'] {
  if (text !== undefined) return { state: 'read', text };
  if (state === 'missing') return { state };
  return { state: 'unreadable', code: 'FILE_UNREADABLE', reason: 'it could not be read' };
}
