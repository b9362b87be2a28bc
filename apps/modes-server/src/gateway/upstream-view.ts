import type { McpInventory } from '@modegate/mode-core/prompt';
import { type AvailableTools, type Gateway, mayUse } from '@modegate/tool-gateway';
import type { UpstreamTool } from '@modegate/tool-gateway/catalogue';
import type { ModesState } from '../modes/modes-state.ts';
import { liveInventory } from './live-inventory.ts';

/** The servers behind this one, as seen by this server's tools, resources and prompts. */
export type UpstreamView = ReturnType<typeof createUpstreamView>;

/** The parts of a gateway that the view reads. */
export interface ViewedGateway {
  readonly availableTo: (connectionId: string) => AvailableTools | undefined;
  readonly gateway: Pick<Gateway, 'connections' | 'index'>;
}

/** Creates the view. If there is no gateway, only the names of servers are known. */
export function createUpstreamView(modes: ModesState, modesGateway: ViewedGateway | undefined) {
  const { connections, index } = modesGateway?.gateway ?? {};
  return {
    /** Returns the tools that a connection may call now, and how to call them; undefined if there are no servers. */
    availableTo: (connectionId: string): AvailableTools | undefined => modesGateway?.availableTo(connectionId),
    /** Returns all configured servers, each with the features it is known to offer. */
    inventory: (): McpInventory => {
      const live = connections && index ? liveInventory(connections.servers, index.toolsOf) : [];
      const known = new Map(live.map((server) => [server.name, server]));
      return modes.current.servers.map(({ name }) => known.get(name) ?? { name });
    },
    /** Returns the tool that is listed under a name. */
    findTool: (exposedName: string): UpstreamTool | undefined => index?.findTool(exposedName),
    /** Returns the tools that a mode allows, by exposed name. */
    toolsOf: (mode: string): readonly UpstreamTool[] => {
      const access = { policy: modes.current.policy, mode, task: undefined };
      return index?.catalogue.tools.filter((tool) => mayUse(access, tool)) ?? [];
    },
  };
}
