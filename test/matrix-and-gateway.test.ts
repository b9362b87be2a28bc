import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { permissionMatrix } from '../packages/policy-check/src/permissions/index.ts';
import {
  arbitraryInventory,
  arbitraryPolicies,
  modeSlugs,
  serverNames,
} from '../packages/policy-check/test/support/arbitrary-policy.ts';
import { tool } from '../packages/tool-gateway/test/support/fake-connections.ts';
import { type GatewayWorld, openWorld } from '../packages/tool-gateway/test/support/gateway-world.ts';

// What the checker says in CI and what the gateway does at work come from one decision; this holds them against each other.
test('the matrix allows exactly the tools that the gateway lists and those that it forwards', async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitraryPolicies,
      arbitraryInventory,
      fc.constantFrom(...modeSlugs),
      async (both, offered, mode) => {
        const { rows } = permissionMatrix(both.policy, { inventory: offered });
        const allowed = rows.flatMap(({ mode: of, subject, state }) =>
          of === mode && subject.kind === 'mcp-tool' && state !== 'denied' && isOffered(subject, offered)
            ? [`${subject.server}.${subject.tool}`]
            : [],
        );
        const world = openWorld({ servers: serversOf(offered), modes: { c1: mode } });
        world.policy = both.policy;
        world.gateway.refresh();
        expect(listed(world).toSorted()).toEqual(allowed.toSorted());
        expect((await forwarded(world)).toSorted()).toEqual(allowed.toSorted());
      },
    ),
    { numRuns: 300 },
  );
});

type Inventory = readonly { readonly name: string; readonly tools?: readonly { readonly name: string }[] }[];

function isOffered(
  { server, tool: name }: { readonly server: string; readonly tool: string },
  offered: Inventory,
): boolean {
  return offered.some((each) => each.name === server && (each.tools ?? []).some((one) => one.name === name));
}

function serversOf(offered: Inventory): Record<string, { readonly tools: ReturnType<typeof tool>[] }> {
  const known = serverNames.map((name) => offered.find((each) => each.name === name) ?? { name, tools: [] });
  return Object.fromEntries(known.map(({ name, tools = [] }) => [name, { tools: tools.map((one) => tool(one.name)) }]));
}

function listed({ gateway }: GatewayWorld): string[] {
  return gateway.lists.of('c1').tools.map(({ tool: shown }) => shown.namespacedName);
}

/** Calls every tool there is, listed or not; those that reached their server. */
async function forwarded(world: GatewayWorld): Promise<string[]> {
  for (const { exposedName } of world.gateway.index.catalogue.tools)
    await world.call('c1', exposedName).catch(() => undefined);
  return world.connections.sent.map(({ server, params }) => `${server}.${String(params?.name)}`);
}
