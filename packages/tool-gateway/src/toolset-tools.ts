import {
  createConfigurationMode,
  startsConfiguring,
  type ToolsetSurface,
  type UnequippedExposure,
} from './configuration-mode.ts';
import { CONFIGURATION_TOOL_NAMES } from './configuration-tools/configuration-tool-names.ts';
import { createConfigurationTools } from './configuration-tools/configuration-tools.ts';
import { createToolsetFace } from './configuration-tools/toolset-face.ts';
import type { EquippedTools, Gateway } from './gateway.ts';
import { refuseByState } from './gateway-decision.ts';
import { GatewayError } from './gateway-error.ts';
import type { GatewayTool } from './gateway-tool.ts';
import { isDeniedByMode, mayUse } from './judge.ts';
import type { ChangedToolPolicy } from './toolset.ts';
import type { ToolsetStore } from './toolset-store.ts';
import { createToolsets } from './toolsets.ts';

/** Toolsets and configuration mode as a gateway and its clients know them. */
export interface ToolsetTools extends EquippedTools {
  /** Every configuration tool; one that is not offered to a connection refuses its calls. */
  readonly all: readonly GatewayTool[];
  /** Equips the set of that name, or the one that was equipped last; resolves with what there is to say about it. */
  restore(name: string | undefined): Promise<string | undefined>;
  /** Resolves when all that was begun is stored. */
  idle(): Promise<void>;
}

/** What {@link createToolsetTools} is made of. */
export interface ToolsetToolsOptions {
  readonly store: ToolsetStore;
  readonly projectRoot: string;
  readonly surface: ToolsetSurface;
  readonly unequipped: UnequippedExposure;
  readonly changedTools: ChangedToolPolicy;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** The gateway in front, once there is one. */
  readonly gateway: () => Gateway;
}

/** Names that configuration tools take, whether they are offered or not. */
export const toolsetToolNames: readonly string[] = [
  ...CONFIGURATION_TOOL_NAMES,
  'enter-configuration-mode',
  'exit-configuration-mode',
];

/** Puts toolsets, configuration mode and the tools for both together. */
export function createToolsetTools(options: ToolsetToolsOptions): ToolsetTools {
  const { surface, gateway, store, projectRoot, now, changedTools, unequipped } = options;
  const toolsets = createToolsets({
    store,
    projectRoot,
    now,
    changedTools,
    // Without toolsets there is no set to equip, and hiding everything would help nobody.
    unequipped: surface === 'off' ? 'all' : unequipped,
    catalogue: () => gateway().index.catalogue,
    onChange: () => gateway().refresh(),
  });
  const mode = createConfigurationMode({
    initial: () => startsConfiguring({ surface, unequipped, isEquipped: toolsets.active !== undefined }),
    onChange: (connectionId) => gateway().refresh(connectionId),
  });
  const face = createToolsetFace({ toolsets, mode, surface });
  const tools = createConfigurationTools(
    {
      toolsets,
      mode,
      visibleTools: ({ connectionId }) => {
        const standing = gateway().standing(connectionId);
        return gateway().index.catalogue.tools.filter((tool) => mayUse(standing, tool));
      },
      mayKnow: ({ connectionId }, tool) => !isDeniedByMode(gateway().standing(connectionId), tool),
      servers: () => gateway().connections.servers.map(({ name, state }) => ({ name, status: state.status })),
    },
    surface,
  );
  return {
    ...face,
    all: tools.map((tool) => (isSwitch(tool) ? tool : offeredOnly(tool, face.offered))),
    restore: async (name) => {
      await toolsets.restore(name);
      return toolsets.notice;
    },
    idle: toolsets.idle,
  };
}

/** Entering and leaving twice is doing it once, so they answer wherever they are not listed too. */
function isSwitch({ name }: GatewayTool): boolean {
  return name === 'enter-configuration-mode' || name === 'exit-configuration-mode';
}

/** Being hidden is being refused: the tool answers only connections that are offered it. */
function offeredOnly(tool: GatewayTool, offered: EquippedTools['offered']): GatewayTool {
  return {
    ...tool,
    call: async (input, viewer) => {
      if (offered(viewer.connectionId).includes(tool.name)) return tool.call(input, viewer);
      const way = `'${tool.name}' belongs to configuration mode. Call enter-configuration-mode first.`;
      const refusal = refuseByState('CONFIGURATION_MODE', way);
      throw new GatewayError('REFUSED', way, { data: { refusal, subject: tool.name, mode: undefined } });
    },
  };
}
