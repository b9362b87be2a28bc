import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { equalValues, lazy } from '@modegate/json';
import type { Circumstances, Policy, TaskContext } from '@modegate/mode-core';
import type { Finding } from '@modegate/policy-check';
import { findBypasses, type PermissionMatrix, permissionMatrix } from '@modegate/policy-check/permissions';
import type { Project } from '@modegate/project';
import { loadProject } from '@modegate/project/node';
import { createTaskAnswers, type TaskAnswers } from '../tasks/answers-per-task.ts';
import type { AskedServer, UiProject } from './ui-project.ts';
import type { PageViewer } from './viewer.ts';
import { visibleFindings, visibleMatrix, visiblePolicy } from './visible-project.ts';

/** A project as it was at the time it was read; each answer for a viewer is computed only once. */
export interface ReadState {
  /** The whole project. */
  readonly project: Project;
  /** The policy, limited to the modes whose existence the viewer may know about. */
  readonly policy: Policy;
  /** True if the policy contains every mode. */
  readonly seesAll: boolean;
  readonly files: readonly string[] | undefined;
  readonly servers: readonly AskedServer[] | undefined;
  /** Findings that are not hidden. Rejects if the settings of the check cannot be used. */
  readonly findings: () => Promise<readonly Finding[]>;
  readonly matrix: () => PermissionMatrix;
  readonly escapes: () => ReturnType<typeof findBypasses>;
  /** Returns `matrix` and `escapes` under a task's current circumstances. */
  readonly answersFor: (task: TaskContext) => TaskAnswers<Pick<ReadState, 'matrix' | 'escapes'>>;
}

/** The project behind the page, read again after each change. */
export type ProjectState = ReturnType<typeof createProjectState>;

/** Reads the project, and queries its servers after each change to their entries. */
// oxlint-disable-next-line max-lines-per-function -- all operations share the most recently read state of the project
export function createProjectState(ui: UiProject, onProblem: (error: unknown) => void) {
  const listeners = new Set<() => void>();
  const closing = new AbortController();
  let reading: Promise<Reading> | undefined;
  let listing: Promise<readonly string[] | undefined> | undefined;
  let asking: Promise<void> = Promise.resolve();
  let askedOf: string | undefined;
  let pending = 0;
  let servers: readonly AskedServer[] | undefined;

  const tell = () => {
    reading = undefined;
    for (const listener of listeners) listener();
  };
  const files = () => {
    listing ??= listFiles(ui.location.projectRoot);
    return listing;
  };
  const read = () => {
    if (reading !== undefined) return reading;
    const begun = readFiles(ui, files());
    reading = begun;
    // After a failure, the next request tries again.
    begun.catch(() => {
      if (reading === begun) reading = undefined;
    });
    return begun;
  };
  const ask = async (isWanted: boolean): Promise<void> => {
    const project = await loadProject(ui.location);
    const entries = JSON.stringify(project.servers);
    if (closing.signal.aborted || (!isWanted && entries === askedOf)) return;
    askedOf = entries;
    servers = await ui.askServers?.(project, closing.signal);
  };
  const serversOf = (viewer: PageViewer) => ui.knownServers?.(viewer) ?? servers;
  const startAsking = (isWanted: boolean) => {
    if (ui.askServers === undefined) return;
    pending += 1;
    asking = asking
      .then(() => ask(isWanted))
      .catch(onProblem)
      .then(() => {
        pending -= 1;
        if (!closing.signal.aborted) tell();
      });
  };
  startAsking(true);
  return {
    /** Reads the current project, at most once between two changes. */
    read: async (viewer: PageViewer) => viewState(ui, { ...(await read()), servers: serversOf(viewer) }, viewer),
    files,
    /** Known servers; undefined until one has been queried. */
    servers: serversOf,
    isAsking: () => pending > 0,
    /** Announces that a file has changed, or that the servers should be queried again. */
    refresh(what: 'files' | 'servers') {
      listing = undefined;
      startAsking(what === 'servers');
      tell();
    },
    /** Calls the listener after each change; returns a function that removes the listener. */
    onChange(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Stops servers that are being queried, and waits until they have stopped. */
    async close() {
      closing.abort();
      await asking;
    },
  };
}

/** The part of a project's state that all viewers share. */
interface Reading {
  readonly project: Project;
  readonly files: readonly string[] | undefined;
  readonly views: Map<string, ReadState>;
}

async function readFiles({ location }: UiProject, listing: Promise<readonly string[] | undefined>): Promise<Reading> {
  const [project, files] = await Promise.all([loadProject(location), listing]);
  return { project, files, views: new Map() };
}

// Maximum number of views in memory; dropped views are computed again when needed.
const maxViews = 50;

function viewState(
  ui: UiProject,
  { views, ...read }: Reading & { readonly servers: readonly AskedServer[] | undefined },
  viewer: PageViewer,
): ReadState {
  const { servers } = read;
  const policy = visiblePolicy(read.project.policy, viewer);
  const key = JSON.stringify([viewer.id, viewer.mayEdit, policy.modes.map(({ config }) => config.slug)]);
  const known = views.get(key);
  // A gateway's information may change even though no file changes.
  if (known !== undefined && equalValues(known.servers, servers)) return known;
  const view = makeView(ui, { ...read, policy, servers }, viewer);
  views.delete(key);
  views.set(key, view);
  const [oldest] = views.keys();
  if (views.size > maxViews && oldest !== undefined) views.delete(oldest);
  return view;
}

type Known = Pick<ReadState, 'project' | 'files' | 'policy' | 'servers'>;

function makeView(ui: UiProject, known: Known, viewer: PageViewer): ReadState {
  const { project, files, policy, servers } = known;
  const inventory = servers?.map(({ name, tools }) => ({ name, ...(tools === undefined ? {} : { tools }) }));
  const ask = (circumstances?: Circumstances) => ({
    matrix: lazy(() => visibleMatrix(permissionMatrix(policy, { inventory, circumstances }), viewer)),
    escapes: lazy(() => findBypasses(policy, { inventory, circumstances })),
  });
  return {
    ...known,
    ...ask(),
    answersFor: createTaskAnswers({ needs: policy.needs, context: ui.context, now: Date.now }, ask),
    seesAll: policy.modes.length === project.policy.modes.length,
    findings: lazy(async () => {
      const isKnown = inventory?.some(({ tools }) => tools !== undefined) === true;
      const found = await ui.check({ project, projectFiles: files, inventory: isKnown ? inventory : undefined });
      return visibleFindings(found, project, viewer);
    }),
  };
}

const maxFiles = 20_000;
const leftOut = new Set(['.git', 'node_modules']);

/**
 * Returns the files in a folder as POSIX paths, excluding git's own files and installed packages; undefined if there
 * are more than 20,000, because an incomplete list would suggest that a file restriction allows nothing.
 */
async function listFiles(root: string): Promise<readonly string[] | undefined> {
  const found: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !leftOut.has(entry.name)) folders.push(path);
      else if (entry.isFile()) found.push(path);
    }
    if (found.length + folders.length > maxFiles) return undefined;
  }
  return found.toSorted();
}
