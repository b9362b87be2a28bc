import { definePrompt, type PromptDefinition } from '@modegate/mcp-protocol';
import type { PolicyMode } from '@modegate/mode-core';
import type { Project } from '@modegate/project';
import { type ConnectionRef, type ToolContext, visibleModes } from '../tool-context.ts';
import { renderModePrompt } from './render-mode-prompt.ts';

/**
 * Maximum number of combinations of a mode and the modes of a credential; beyond this number, each request gets a new
 * list.
 */
const MAX_PROMPT_LISTS = 100;

/**
 * Returns a function that lists the prompts of a connection. Creates one list per scope each time the project is read,
 * because the server compiles every new list.
 */
export function createPromptLists(context: ToolContext): (connection: ConnectionRef) => readonly PromptDefinition[] {
  const known = new WeakMap<Project, Map<string, readonly PromptDefinition[]>>();
  return (connection) => {
    const project = context.modes.current;
    const lists = known.get(project) ?? new Map<string, readonly PromptDefinition[]>();
    known.set(project, lists);
    const { mode, principal } = context.scopes.of(connection.connectionId);
    const scope = JSON.stringify([mode, principal?.modes]);
    const prompts = lists.get(scope) ?? modePrompts(context, connection);
    if (lists.size < MAX_PROMPT_LISTS) lists.set(scope, prompts);
    return prompts;
  };
}

/**
 * Lists one prompt per mode, which contains the mode's role and instructions, and the task if one is passed. Omits
 * modes that refuse everything.
 */
function modePrompts(context: ToolContext, connection: ConnectionRef): readonly PromptDefinition[] {
  return visibleModes(context, connection)
    .filter((mode) => mode.invalid === undefined)
    .map((mode) => modePrompt(context, mode, connection));
}

function modePrompt(context: ToolContext, { config }: PolicyMode, connection: ConnectionRef): PromptDefinition {
  return definePrompt({
    name: config.slug,
    title: config.name,
    description: config.description ?? config.whenToUse ?? `Work in the mode ${config.name}.`,
    arguments: [{ name: 'task', title: 'Task', description: 'What to do in this mode.', required: false }],
    get: async ({ task }) => {
      const prompt = await renderModePrompt(context, config.slug, connection);
      const text = task === undefined || task.trim() === '' ? prompt : `${prompt}\n====\n\nTASK\n\n${task}\n`;
      return {
        description: `Work in the mode ${config.name}.`,
        messages: [{ role: 'user', content: { type: 'text', text } }],
      };
    },
  });
}
