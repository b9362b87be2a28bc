import type { JsonObject } from '@modegate/json';
import type { ShownTool } from './shown-tool.ts';

/** A list whose changes are announced to clients. */
export type ClientList = 'tools' | 'resources' | 'prompts';

/** All upstream items visible to a client. Unchanged arrays retain their identity. */
export interface ClientLists {
  readonly tools: readonly ShownTool[];
  /** Names of the gateway's own tools. */
  readonly ownTools: readonly string[];
  readonly resources: readonly JsonObject[];
  readonly resourceTemplates: readonly JsonObject[];
  readonly prompts: readonly JsonObject[];
}

/** Empty lists. */
export const noLists: ClientLists = { tools: [], ownTools: [], resources: [], resourceTemplates: [], prompts: [] };

/** Returns the lists that differ. Compares items by identity, which unchanged items from upstreams retain. */
export function changedLists(before: ClientLists, after: ClientLists): readonly ClientList[] {
  const same = (key: keyof ClientLists): boolean => sameItems(before[key], after[key]);
  return [
    ...(same('tools') && same('ownTools') ? [] : (['tools'] as const)),
    ...(same('resources') && same('resourceTemplates') ? [] : (['resources'] as const)),
    ...(same('prompts') ? [] : (['prompts'] as const)),
  ];
}

/** Returns `after`, with its unchanged arrays replaced by those from `before`. */
export function keepUnchanged(before: ClientLists, after: ClientLists): ClientLists {
  const keep = <Key extends keyof ClientLists>(key: Key): ClientLists[Key] =>
    sameItems(before[key], after[key]) ? before[key] : after[key];
  return {
    tools: keep('tools'),
    ownTools: keep('ownTools'),
    resources: keep('resources'),
    resourceTemplates: keep('resourceTemplates'),
    prompts: keep('prompts'),
  };
}

function sameItems(before: readonly unknown[], after: readonly unknown[]): boolean {
  return before === after || (before.length === after.length && before.every((item, index) => item === after[index]));
}
