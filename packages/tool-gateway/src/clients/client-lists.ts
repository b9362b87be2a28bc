import type { JsonObject } from '@modegate/json';
import type { ShownTool } from './shown-tool.ts';

/** The lists that clients hear of when they change. */
export type ClientList = 'tools' | 'resources' | 'prompts';

/** Everything of other servers that a client sees. Each array stays the same object while nothing in it has changed. */
export interface ClientLists {
  readonly tools: readonly ShownTool[];
  /** Names of the gateway's own tools. */
  readonly ownTools: readonly string[];
  readonly resources: readonly JsonObject[];
  readonly resourceTemplates: readonly JsonObject[];
  readonly prompts: readonly JsonObject[];
}

/** The lists of a client that sees nothing. */
export const noLists: ClientLists = { tools: [], ownTools: [], resources: [], resourceTemplates: [], prompts: [] };

/** The lists of `after` that differ from `before`. Items are compared as objects: an upstream's item is kept while it says the same. */
export function changedLists(before: ClientLists, after: ClientLists): readonly ClientList[] {
  const same = (key: keyof ClientLists): boolean => sameItems(before[key], after[key]);
  return [
    ...(same('tools') && same('ownTools') ? [] : (['tools'] as const)),
    ...(same('resources') && same('resourceTemplates') ? [] : (['resources'] as const)),
    ...(same('prompts') ? [] : (['prompts'] as const)),
  ];
}

/** `after`, with every array of `before` in place of one that holds the same. */
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
