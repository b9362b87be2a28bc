import { basename } from 'node:path';
import { type BrokenFile, listBrokenFiles, type ServerSummary, viewFinding } from '@modegate/restrictions-editor/model';

import type { ProjectOverview } from '../wire.ts';
import type { PageContext } from './page-context.ts';
import type { ReadState } from './project-state.ts';
import type { PageViewer } from './viewer.ts';

/** Describes the project for the first screen. */
export async function describeOverview(
  { ui, state, history }: PageContext,
  viewer: PageViewer,
): Promise<ProjectOverview> {
  const read = await state.read(viewer);
  // Viewers on other machines must not learn the paths of folders.
  const named = (path: string) => (viewer.id === undefined ? path : basename(path));
  return {
    root: named(ui.location.projectRoot),
    version: ui.version,
    mode: ui.mode !== undefined && viewer.sees(ui.mode) ? ui.mode : undefined,
    mayEdit: viewer.mayEdit,
    mayFix: viewer.mayEdit && (viewer.id === undefined || read.seesAll),
    modes: read.policy.modes.map(({ config: { slug, name }, source, invalid }) => ({ slug, name, source, invalid })),
    servers: summariseServers(read, viewer, state.isAsking()),
    canAsk: viewer.mayEdit && ui.askServers !== undefined,
    isAsking: state.isAsking(),
    broken: brokenFiles(read, viewer),
    ...(await findingsOf(read, viewer)),
    undo: history.list(viewer.id).map(({ id, what, files, atMs }) => ({ id, what, files, atMs })),
    auditFile: ui.audit && named(ui.audit.file),
  };
}

/** The reasons quote lines from the file, which viewers on other machines may not see. */
function brokenFiles({ project }: ReadState, { id }: PageViewer): readonly BrokenFile[] {
  const broken = listBrokenFiles(project);
  return id === undefined
    ? broken
    : broken.map(({ file }) => ({ file: basename(file), message: 'It could not be read.' }));
}

/** A failed check must not look like a check without findings. */
async function findingsOf(
  { findings }: ReadState,
  viewer: PageViewer,
): Promise<Pick<ProjectOverview, 'findings' | 'checkFailure'>> {
  try {
    return { findings: (await findings()).map(viewFinding), checkFailure: undefined };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // The message mentions folders.
    return { findings: [], checkFailure: viewer.id === undefined ? reason : '' };
  }
}

function summariseServers(
  { project, matrix, servers = [] }: ReadState,
  { mayEdit }: PageViewer,
  isAsking: boolean,
): readonly ServerSummary[] {
  const open = new Set(matrix().rows.flatMap(({ subject }) => ('server' in subject ? [subject.server] : [])));
  const shown = (project.policy.servers ?? []).filter(({ name }) => mayEdit || open.has(name));
  return shown.map(({ name, disabled }) => {
    const asked = servers.find((server) => server.name === name);
    if (asked !== undefined) {
      const { state, note, tools } = asked;
      return { name, state, note, tools: tools?.length };
    }
    return {
      name,
      state: disabled === true ? 'off' : 'not-asked',
      note: isAsking ? undefined : 'The server was not asked for its tools.',
      tools: undefined,
    };
  });
}
