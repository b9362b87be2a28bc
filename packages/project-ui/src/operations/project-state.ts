import type { Finding } from '@modegate/policy-check';
import { check, createWorkspace, findEscapes, type PermissionMatrix, permissionMatrix } from '@modegate/policy-check';
import type { Project } from '@modegate/project';
import { loadProject } from '@modegate/project/node';
import { listFiles } from './list-files.ts';
import type { AskedServer, UiProject } from './ui-project.ts';

/** A project as it was read at one moment, with what is asked of it, once. */
export interface ReadState {
  readonly project: Project;
  readonly files: readonly string[] | undefined;
  readonly servers: readonly AskedServer[] | undefined;
  /** Those that nothing hides. */
  readonly findings: () => readonly Finding[];
  readonly matrix: () => PermissionMatrix;
  readonly escapes: () => ReturnType<typeof findEscapes>;
}

/** The project of the page, read again after each change. */
export interface ProjectState {
  /** The project as it is; read once between two changes. */
  readonly read: () => Promise<ReadState>;
  /** Says that a file has changed, or that the servers are to be asked again. */
  readonly refresh: (what: 'files' | 'servers') => void;
  readonly isAsking: () => boolean;
  /** What the servers answered last; undefined while nobody has been asked. */
  readonly servers: () => readonly AskedServer[] | undefined;
  readonly files: () => Promise<readonly string[] | undefined>;
  /** Calls back after each change; returns what ends that. */
  readonly onChange: (listener: () => void) => () => void;
  /** Stops servers that are being asked, and waits for that. */
  readonly close: () => Promise<void>;
}

/** Reads the project, and asks its servers whenever their entries have changed. */
export function createProjectState(ui: UiProject, onProblem: (error: unknown) => void): ProjectState {
  const listeners = new Set<() => void>();
  const closing = new AbortController();
  let reading: Promise<ReadState> | undefined;
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
    const begun = readState(ui, { servers, files: files() });
    reading = begun;
    // What failed is tried again by the next question.
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
    servers = await ui.askServers(project, closing.signal);
  };
  const startAsking = (isWanted: boolean) => {
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
    read,
    files,
    servers: () => servers,
    isAsking: () => pending > 0,
    refresh(what) {
      listing = undefined;
      startAsking(what === 'servers');
      tell();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      closing.abort();
      await asking;
    },
  };
}

interface Known {
  readonly servers: readonly AskedServer[] | undefined;
  readonly files: Promise<readonly string[] | undefined>;
}

async function readState({ location }: UiProject, known: Known): Promise<ReadState> {
  const [project, files] = await Promise.all([loadProject(location), known.files]);
  const { servers } = known;
  const inventory = servers?.map(({ name, tools }) => ({ name, ...(tools === undefined ? {} : { tools }) }));
  return {
    project,
    files,
    servers,
    findings: once(() => {
      const workspace = createWorkspace({ project, inventory, projectFiles: files });
      return check(workspace).findings.filter(({ suppressed }) => suppressed === undefined);
    }),
    matrix: once(() => permissionMatrix(project.policy, { inventory })),
    escapes: once(() => findEscapes(project.policy, { inventory })),
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
