import {
  type CompletionRequest,
  defineResource,
  type ListedResource,
  type ProtocolServer,
  type ResourceDefinition,
} from '@modegate/mcp-protocol';
import type { ModeConfig, PolicyMode } from '@modegate/mode-core';
import type { Project } from '@modegate/project';
import { type ConnectionRef, requireVisibleMode, type ToolContext, viewOf, visibleModes } from '../tool-context.ts';
import { type ConnectionModeView, summariseMode } from './describe-mode.ts';
import { renderModePrompt } from './render-mode-prompt.ts';

/** Returns the three URIs of a mode, which change together. */
export function modeUris(slug: string): readonly string[] {
  return [`mode://${slug}`, `mode://${slug}/config`, `mode://${slug}/system_prompt`];
}

/** True if a URI or URI template belongs to this server, regardless of any claims by other servers. */
export function isModeUri(uri: string): boolean {
  return /^mode:/i.test(uri);
}

/** Notifies clients that system prompts have changed. */
export function announcePrompts(server: Pick<ProtocolServer, 'notifyResourceUpdated'>, { policy }: Project): void {
  for (const { config } of policy.modes) server.notifyResourceUpdated(`mode://${config.slug}/system_prompt`);
}

/** Notifies clients that these modes have changed. */
export function announceChanges(server: ProtocolServer, changed: readonly string[]): void {
  server.notifyResourcesChanged();
  server.notifyPromptsChanged();
  for (const uri of changed.flatMap(modeUris)) server.notifyResourceUpdated(uri);
}

/**
 * Defines modes as resources: `mode://{slug}` contains the whole mode, `/config` the configuration as written, and
 * `/system_prompt` the rendered prompt.
 */
export function modeResources(context: ToolContext): readonly ResourceDefinition[] {
  const complete = ({ value }: CompletionRequest, connection: ConnectionRef) =>
    visibleModes(context, connection)
      .map((mode) => mode.config.slug)
      .filter((slug) => slug.startsWith(value));
  const define = ({ path, list, read, ...about }: ModeResource) =>
    defineResource({
      template: `mode://{slug}${path}`,
      ...about,
      list: (connection) =>
        visibleModes(context, connection).map(({ config }): ListedResource => {
          const { name, description } = list(config);
          return { uri: `mode://${config.slug}${path}`, name, mimeType: about.mimeType, description };
        }),
      complete,
      read: ({ variables }, connection) =>
        read(requireVisibleMode(context, variables.slug ?? '', connection), connection),
    });
  return [
    define({
      path: '',
      name: 'mode',
      title: 'Mode',
      description: 'The complete configuration of a mode, including its tool groups and its source.',
      mimeType: 'application/json',
      list: ({ name, description = `Full configuration for ${name}` }) => ({ name, description }),
      read: (mode, connection) => JSON.stringify(describeFully(viewOf(context, mode, connection)), null, 2),
    }),
    define({
      path: '/config',
      name: 'mode-config',
      title: 'Mode configuration',
      description: 'The configuration of a mode as written in its file.',
      mimeType: 'application/json',
      list: ({ name }) => ({ name: `${name} - Configuration`, description: `Structured configuration for ${name}` }),
      read: (mode) => JSON.stringify(describeConfig(mode), null, 2),
    }),
    define({
      path: '/system_prompt',
      name: 'mode-system-prompt',
      title: 'Mode system prompt',
      description: 'The system prompt of a mode: role, tools and their limits, instructions and rules.',
      mimeType: 'text/plain',
      list: ({ name }) => ({ name: `${name} - System Prompt`, description: `System prompt for ${name}` }),
      read: ({ config }, connection) => renderModePrompt(context, config.slug, connection),
    }),
  ];
}

/** A resource of every mode. */
interface ModeResource extends Record<'path' | 'name' | 'title' | 'description' | 'mimeType', string> {
  readonly list: (config: ModeConfig) => Pick<Required<ListedResource>, 'name' | 'description'>;
  readonly read: (mode: PolicyMode, connection: ConnectionRef) => string | Promise<string>;
}

function describeFully(view: ConnectionModeView): object {
  const { mode } = view;
  const { tool_groups, ...summary } = summariseMode(view);
  const edit = tool_groups.edit;
  return {
    ...summary,
    role_definition: mode.config.roleDefinition,
    tool_groups,
    file_restrictions:
      edit?.file_regex === undefined ? null : { file_regex: edit.file_regex, description: edit.description ?? null },
    custom_instructions: mode.config.customInstructions ?? null,
  };
}

/**
 * `source` is the layer that defines the mode, as required; all other keys, including unknown ones, remain as written.
 */
function describeConfig(mode: PolicyMode): object {
  const { slug, name, ...rest } = mode.config;
  return { slug, name, ...rest, source: mode.source };
}
