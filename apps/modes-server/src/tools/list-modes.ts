import { defineTool, type ToolDefinition, toolResult } from '@modegate/mcp-protocol';
import * as z from 'zod';
import {
  brief,
  type ConnectionModeView,
  listClosedGroups,
  listToolGroups,
  modeSchema,
  summariseMode,
} from '../modes/describe-mode.ts';
import { fixedMode, type ToolContext, viewOf, visibleModes } from '../tool-context.ts';

const input = z.object({
  source: z
    .enum(['builtin', 'global', 'project', 'all'])
    .optional()
    .describe('List only the modes from this source (default: all).'),
});

const output = z.object({
  modes: z.array(modeSchema).meta(brief),
  fixed_mode: z.string().optional(),
  problems: z.number().int(),
});

/** `list_modes`: lists all modes, or the modes of one source. */
export function listModesTool(context: ToolContext): ToolDefinition {
  return defineTool({
    name: 'list_modes',
    title: 'List modes',
    description:
      'List the modes in which an agent can work, and what each mode may use. Project modes hide global and built-in modes with the same slug.',
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    input,
    output,
    call: ({ source = 'all' }, request) => {
      const { problems } = context.modes.current;
      const modes = visibleModes(context, request)
        .filter((mode) => source === 'all' || mode.source === source)
        .map((mode) => viewOf(context, mode, request));
      const fixed = fixedMode(context, request);
      const faults = problems.filter((problem) => problem.severity !== 'info').length;
      const lines = modes.flatMap((view, index) => [
        `${index + 1}. ${describeHead(view)}${view.mode.config.slug === fixed ? ' - the mode of this server' : ''}`,
        ...describeMode(view),
        '',
      ]);
      const note =
        faults === 0
          ? []
          : [
              `${faults} problem${faults === 1 ? '' : 's'} in the configuration files; 'modes-server doctor' lists them.`,
            ];
      return toolResult({
        text:
          modes.length === 0
            ? `There are no modes from source '${source}'.`
            : ['Available modes:', '', ...lines, ...note].join('\n').trimEnd(),
        structured: {
          modes: modes.map(summariseMode),
          ...(fixed === undefined ? {} : { fixed_mode: fixed }),
          problems: faults,
        },
      });
    },
  });
}

function describeHead({ mode: { config, source } }: ConnectionModeView): string {
  return `${config.slug} (${config.name}) - ${source}`;
}

function describeMode(view: ConnectionModeView): readonly string[] {
  const { config, invalid } = view.mode;
  return [
    ...(config.description === undefined ? [] : [`   Description: ${config.description}`]),
    ...(config.whenToUse === undefined ? [] : [`   When to use: ${config.whenToUse}`]),
    invalid === undefined ? `   Tool groups: ${listToolGroups(view)}` : `   Refuses everything: ${invalid}`,
    ...listClosedGroups(view).map((problem) => `   Closed: ${problem}`),
  ];
}
