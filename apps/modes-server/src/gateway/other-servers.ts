import type { McpInventory, Policy } from '@modegate/mode-core';
import type { Project } from '@modegate/project';
import { type AvailableTools, type Gateway, mayUse, type UpstreamTool } from '@modegate/tool-gateway';
import { liveInventory } from './live-inventory.ts';

/** What the tools, resources and prompts of this server know of the servers behind it. */
export interface OtherServers {
  /** What a connection may call of them now, and how; undefined when there are none to call. */
  offerTo(connectionId: string): AvailableTools | undefined;
  /** Every configured server, with what it offers as far as that is known. */
  inventory(): McpInventory;
  /** The tool that is listed under a name. */
  findTool(exposedName: string): UpstreamTool | undefined;
  /** The tools that a mode allows, by exposed name. */
  toolsOf(mode: string): readonly UpstreamTool[];
}

/** The gateway and the project, looked at when something is asked. */
export interface OtherServersSources {
  readonly gateway: () => Pick<Gateway, 'connections' | 'index'> | undefined;
  readonly offerTo: OtherServers['offerTo'];
  readonly project: () => Project;
}

/** Without a gateway only the names of servers are known. */
export function createOtherServers({ gateway, offerTo, project }: OtherServersSources): OtherServers {
  return {
    offerTo,
    inventory: () => {
      const open = gateway();
      const live = open === undefined ? [] : liveInventory(open.connections.servers, open.index.toolsOf);
      const known = new Map(live.map((server) => [server.name, server]));
      return project().servers.map(({ name }) => known.get(name) ?? { name });
    },
    findTool: (name) => gateway()?.index.findTool(name),
    toolsOf: (mode) => listTools(gateway(), project().policy, mode),
  };
}

function listTools(gateway: Pick<Gateway, 'index'> | undefined, policy: Policy, mode: string): readonly UpstreamTool[] {
  return gateway?.index.catalogue.tools.filter((tool) => mayUse({ policy, mode, task: undefined }, tool)) ?? [];
}
