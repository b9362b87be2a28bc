import type { ProtocolServer } from '@modegate/mcp-protocol';
import type { Project } from '@modegate/project';
import { modeUris } from './mode-resources.ts';

/** Tells clients to read system prompts again: they name the tools of other servers. */
export function announcePrompts(server: Pick<ProtocolServer, 'notifyResourceUpdated'>, { policy }: Project): void {
  for (const { config } of policy.modes) server.notifyResourceUpdated(`mode://${config.slug}/system_prompt`);
}

/** Tells clients that these modes have changed. */
export function announceChanges(server: ProtocolServer, changed: readonly string[]): void {
  server.notifyResourcesChanged();
  server.notifyPromptsChanged();
  for (const uri of changed.flatMap(modeUris)) server.notifyResourceUpdated(uri);
}
