import { defined } from '@modegate/json';
import type { McpServerPolicy } from '@modegate/mode-core';
import type { ModesSource, Project } from '@modegate/project';
import type { EditedFile, EditorProject, EditorServer } from '../model/editor-project.ts';

/** Information that a host has in addition to the project's files. */
export interface DescribeOptions
  extends Pick<EditorProject, 'offered' | 'files' | 'disabledTools' | 'shell' | 'at' | 'context'> {
  /**
   * Layer of the file to edit. Default: the layer of the file that contains the mode, or the project if no file
   * contains it.
   */
  readonly layer?: 'project' | 'global' | undefined;
}

/**
 * Describes a project for the editor of one mode, without the servers' commands, addresses, environment variables or
 * secrets.
 */
export function describeProject(project: Project, mode: string, options: DescribeOptions = {}): EditorProject {
  const { offered, files, disabledTools, shell, at, context } = options;
  const layer = options.layer ?? layerOf(project, mode);
  const other = editedFile(project, layer === 'project' ? 'global' : 'project');
  const unreadable = project.sources.filter(({ what, state }) => what === 'servers' && state === 'unreadable');
  const broken = unreadable.map(({ file }) => file).join(', ');
  return {
    edited: editedFile(project, layer),
    ...defined({
      other: other.text === undefined && other.unreadable === undefined ? undefined : other,
      servers: project.policy.servers?.map(settingsOf),
      serverFilesUnreadable: unreadable.length === 0 ? undefined : `${broken} could not be read.`,
      root: project.root,
    }),
    ...defined({ offered, files, disabledTools, shell, at, context }),
  };
}

function layerOf({ modes }: Project, slug: string): 'project' | 'global' {
  const has = (layer: 'project' | 'global') => modes[layer]?.modes.some(({ config }) => config.slug === slug) === true;
  return !has('project') && has('global') ? 'global' : 'project';
}

function editedFile({ sources }: Project, layer: 'project' | 'global'): EditedFile {
  const places = sources.filter((source): source is ModesSource => source.what === 'modes' && source.layer === layer);
  const counting = places.find(({ state }) => state === 'read' || state === 'unreadable') ?? places[0];
  const { file = defaultNames[layer], text, parsed } = counting ?? {};
  if (text !== undefined || parsed?.unreadable === undefined) return { layer, file, ...defined({ text }) };
  const code = parsed.problems[0]?.code ?? 'FILE_UNREADABLE';
  return { layer, file, unreadable: { code, message: parsed.unreadable } };
}

const defaultNames = { project: '.roomodes', global: 'custom_modes.yaml' } as const;

/** Copies each field explicitly, because an entry contains more than the editor may see. */
function settingsOf(server: McpServerPolicy): EditorServer {
  const { name, defaultEnabled, disabled, disabledTools, disabledInAnyCase, enabledTools } = server;
  const { invalid, file, pointer, settingPositions } = server;
  const limits = { defaultEnabled, disabled, disabledTools, disabledInAnyCase, enabledTools, invalid };
  return { name, ...defined({ ...limits, file, pointer, settingPositions, positions: positionsOf(server) }) };
}

const settingKeys = ['defaultEnabled', 'disabled', 'disabledTools', 'enabledTools'];

function positionsOf({
  pointer = '',
  settingPositions,
  disabledTools = [],
  locate,
}: McpServerPolicy): EditorServer['positions'] {
  if (locate === undefined) return undefined;
  const named = Object.values(settingPositions ?? {})
    .flat()
    .map((place) => place?.pointer ?? pointer);
  const fields = settingKeys.map((key) => `${pointer}/${key}`);
  const tools = disabledTools.map((_, index) => `${pointer}/disabledTools/${index}`);
  const found = [pointer, ...fields, ...tools, ...named].map((place) => [place, locate(place)] as const);
  return Object.fromEntries(found.filter(([, position]) => position !== undefined)) as EditorServer['positions'];
}
