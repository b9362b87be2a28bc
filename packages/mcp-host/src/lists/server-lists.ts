import type { JsonObject } from '@modegate/json';

/** The complete lists of a server, with the items as received and in order. */
export interface ServerLists {
  readonly tools: readonly JsonObject[];
  readonly resources: readonly JsonObject[];
  readonly resourceTemplates: readonly JsonObject[];
  readonly prompts: readonly JsonObject[];
}

/** One of the lists of a server. */
export type ListName = keyof ServerLists;

/** The subject of a `list_changed` notification; `resources` includes templates. */
export type ListGroup = 'tools' | 'resources' | 'prompts';

/** True for each list that is complete. */
export type Completeness = Readonly<Record<ListName, boolean>>;

/** The lists used for a server that is not connected. */
export const NO_LISTS: ServerLists = { tools: [], resources: [], resourceTemplates: [], prompts: [] };

/** Marks all lists as incomplete. */
export const NONE_COMPLETE: Completeness = {
  tools: false,
  resources: false,
  resourceTemplates: false,
  prompts: false,
};
