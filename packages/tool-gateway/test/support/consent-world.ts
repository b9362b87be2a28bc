import { compilePolicy, type Policy } from '@modegate/mode-core';
import type { JsonObject } from '@modegate/tool-gateway';
import { type GatewayWorld, openWorld, type WorldOptions } from './gateway-world.ts';

const any = { serverName: '*', toolName: '*' };

/** `careful` asks before wiping, `twice` for two reasons, `shut` also denies it, and `plain` never asks. */
export function askingPolicy(servers: readonly string[] = ['alpha', 'beta']): Policy {
  const wipe = [{ serverName: '*', toolName: 'wipe' }];
  const mode = (slug: string, mcpRestrictions: JsonObject) => ({
    slug,
    name: slug,
    roleDefinition: 'R',
    groups: ['mcp'],
    mcpRestrictions,
  });
  return compilePolicy({
    project: [
      mode('careful', { askTools: wipe }),
      mode('twice', { askTools: [any], askServers: ['alpha'] }),
      mode('shut', { askTools: wipe, disallowedTools: wipe }),
      mode('plain', {}),
    ] as never,
    servers: servers.map((name) => ({ name })) as never,
  });
}

/** An answer that allows the call. */
export const yes = { action: 'accept', content: { allow: true } };

/** A world whose client can show questions, and whose mode asks before `wipe`. */
export function openAskingWorld(options: WorldOptions = {}): GatewayWorld {
  const world = openWorld({ clients: { c1: { elicitation: {} } }, modes: { c1: 'careful' }, ...options });
  world.policy = askingPolicy(world.connections.servers.map(({ name }) => name));
  world.gateway.refresh();
  world.answer = () => yes;
  return world;
}

/** What became of the questions. */
export function fates({ consents }: GatewayWorld): readonly string[] {
  return consents.map(({ outcome }) => outcome);
}
