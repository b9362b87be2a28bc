import { dirname, resolve } from 'node:path';
import { type AgentName, renameMcpTools } from '@modegate/agent-hooks';
import { checkSettings } from '@modegate/program-shell';
import { type Project, readProject } from '@modegate/project';
import { folderFiles, globalFiles, readCallContext } from '@modegate/project/node';
import { findProject, type ProjectPlace, showPath } from '../project/find-project.ts';
import { requireKnownTools } from '../project/load-project.ts';
import { readSettingsText } from '../read-settings-text.ts';
import { findSettingsFile, placeAt, readSettings } from '../settings.ts';
import { type SettingsFile, settingsSchema } from '../settings-schema.ts';

/** A project as a hook needs it. */
export interface HookProject extends Project {
  readonly root: string;
  readonly settings: SettingsFile;
}

/** Where the project of a hook is. */
export interface HookPlace {
  /** The folder that the installed command names. Default: found upwards from `cwd`. */
  readonly projectRoot: string | undefined;
  readonly cwd: string;
  /** Folder of the user's own modes and servers. Default: they are left out. */
  readonly globalConfigDir: string | undefined;
}

/**
 * Reads a project and its settings once, with the names of MCP tools as the agent writes them; without an agent, as they are.
 *
 * @throws {AppError} when there is no such folder, or the settings cannot be used: what they switch off would be open.
 */
export async function loadHookProject(place: HookPlace, agent?: AgentName): Promise<HookProject> {
  const found = place.projectRoot === undefined ? findProject(place.cwd) : placeAt(place.projectRoot);
  const { root } = found;
  const { settings, file } = await loadSettings(found);
  const project = await readProject(folderFiles(root, { shownFrom: found.repository, atOnce: true }), {
    root,
    global: place.globalConfigDir === undefined ? undefined : globalFiles(place.globalConfigDir, { atOnce: true }),
    serverFiles: settings.servers?.map((path) => showPath(root, resolve(dirname(file ?? root), path))),
    disabledTools: settings.disabledTools,
    prepare: (input) => (agent === undefined ? input : renameMcpTools(agent, input)),
    now: Date.now,
    context: () => readCallContext(root, process.env),
  });
  requireKnownTools({ policy: project.policy, settingsFile: file === undefined ? undefined : { file, text: '' } });
  return { ...project, root, settings };
}

async function loadSettings(
  place: ProjectPlace,
): Promise<{ readonly settings: SettingsFile; readonly file: string | undefined }> {
  const file = findSettingsFile(place);
  if (file === undefined) return { settings: {}, file };
  return { settings: checkSettings(readSettingsText(await readSettings(file), file), settingsSchema), file };
}
