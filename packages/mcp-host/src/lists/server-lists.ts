import type { JsonObject } from '@modegate/json';

/** The lists of a server, each with all its pages: the items as received, in the order received. */
export interface ServerLists {
  readonly tools: readonly JsonObject[];
  readonly resources: readonly JsonObject[];
  readonly resourceTemplates: readonly JsonObject[];
  readonly prompts: readonly JsonObject[];
}

/** One of the lists of a server. */
export type ListName = keyof ServerLists;

/** The subject of one `list_changed` notification; `resources` includes their templates. */
export type ListGroup = 'tools' | 'resources' | 'prompts';

/** Whether each list is all that the server offers. */
export type Completeness = Readonly<Record<ListName, boolean>>;

/** The lists of a server that is not connected. */
export const NO_LISTS: ServerLists = { tools: [], resources: [], resourceTemplates: [], prompts: [] };

/** No list is known to be whole. */
export const NONE_COMPLETE: Completeness = {
  tools: false,
  resources: false,
  resourceTemplates: false,
  prompts: false,
};
