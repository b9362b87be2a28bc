import type { ToolDefinition } from '@modegate/mcp-protocol';
import { describeAvailableTools } from '../clients/available-tools.ts';
import { refuseByState } from '../decisions/gateway-decision.ts';
import { consentReason, isDeniedByMode, mayUse } from '../decisions/judge.ts';
import type { Gateway } from '../gateway.ts';
import { GatewayError } from '../gateway-error.ts';
import type { OpenToolsets } from '../toolsets/open-toolsets.ts';
import { throwingWireErrors } from '../wire-errors.ts';
import { addToolAnnotationTool } from './add-tool-annotation.ts';
import { buildToolsetTool } from './build-toolset.ts';
import { availableConfigurationTools } from './configuration-tool-names.ts';
import type { ConfigurationContext, Viewer } from './context.ts';
import { deleteToolsetTool } from './delete-toolset.ts';
import { enterConfigurationModeTool } from './enter-configuration-mode.ts';
import { equipToolsetTool } from './equip-toolset.ts';
import { exitConfigurationModeTool } from './exit-configuration-mode.ts';
import { getActiveToolsetTool } from './get-active-toolset.ts';
import { listAvailableToolsTool } from './list-available-tools.ts';
import { listSavedToolsetsTool } from './list-saved-toolsets.ts';
import { unequipToolsetTool } from './unequip-toolset.ts';

/** Creates the configuration tools of a gateway. Rejects calls on connections to which the tool is not offered. */
export function createConfigurationTools(
  gateway: Pick<Gateway, 'connections' | 'index' | 'access' | 'lists'>,
  { toolsets, configuration }: OpenToolsets,
): readonly ToolDefinition[] {
  const { connections, index, access } = gateway;
  const tools = defineConfigurationTools({
    toolsets,
    mode: configuration,
    visibleTools: ({ connectionId }) => {
      const viewed = access(connectionId);
      return index.catalogue.tools.filter((tool) => mayUse(viewed, tool));
    },
    asks: ({ connectionId }, tool) => consentReason(access(connectionId), tool) !== undefined,
    mayKnow: ({ connectionId }, tool) => !isDeniedByMode(access(connectionId), tool),
    describeAvailableTools: ({ connectionId }) => describeAvailableTools(gateway, connectionId),
    servers: () => connections.servers.map(({ name, state }) => ({ name, status: state.status })),
  });
  return tools.map((tool) =>
    throwingWireErrors({
      ...tool,
      call: (input, context) => {
        const way = whyNotCalled(tool, { input, connectionId: context.connectionId, configuration });
        if (way === undefined) return tool.call(input, context);
        const refusal = refuseByState('CONFIGURATION_MODE', way);
        const data = { refusal, subject: tool.name, server: undefined, mode: undefined };
        throw new GatewayError('REFUSED', way, { data });
      },
    }),
  );
}

/**
 * Returns all configuration tools for a presentation, in the order in which they are listed. {@link
 * availableConfigurationTools} returns those for a connection.
 */
export function defineConfigurationTools(context: ConfigurationContext): readonly ToolDefinition[] {
  const { presentation } = context.mode;
  if (presentation === 'off') return [];
  const tools = [
    listAvailableToolsTool(context),
    buildToolsetTool(context),
    listSavedToolsetsTool(context),
    equipToolsetTool(context),
    deleteToolsetTool(context),
    unequipToolsetTool(context),
    getActiveToolsetTool(context),
    addToolAnnotationTool(context),
  ];
  if (presentation === 'flat') return tools;
  return [...tools, exitConfigurationModeTool(context), enterConfigurationModeTool(context)];
}

/**
 * True for the tools that enter and leave configuration mode: both are idempotent, so they respond even on connections
 * for which they are not listed.
 */
function isSwitch({ name }: ToolDefinition): boolean {
  return name === 'enter-configuration-mode' || name === 'exit-configuration-mode';
}

interface ConfigurationCall extends Viewer, Pick<OpenToolsets, 'configuration'> {
  readonly input: unknown;
}

/**
 * Returns the reason why a call is rejected: from revision 2026-07-28 on, calls must not change lists, and the equipped
 * set is chosen at startup. A tool responds only on connections to which it is offered.
 */
function whyNotCalled(
  tool: ToolDefinition,
  { input, connectionId, configuration }: ConfigurationCall,
): string | undefined {
  const { name } = tool;
  const doesChange = CHANGING.has(name) || (input as { readonly autoEquip?: unknown }).autoEquip === true;
  if (doesChange && configuration.isFixed(connectionId))
    return `'${name}' would change your list of tools. In MCP 2026-07-28 and later, calls must not change this list. Start the server with --equip-toolset and the name of a saved toolset.`;
  if (isSwitch(tool) || availableConfigurationTools(configuration, connectionId).includes(name)) return undefined;
  return `'${name}' belongs to configuration mode. Call enter-configuration-mode first.`;
}

const CHANGING: ReadonlySet<string> = new Set([
  'equip-toolset',
  'unequip-toolset',
  'delete-toolset',
  'add-tool-annotation',
  'enter-configuration-mode',
  'exit-configuration-mode',
]);
