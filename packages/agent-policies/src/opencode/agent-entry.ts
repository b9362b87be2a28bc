import type { PermissionMap } from './permission-map.ts';

/** @internal An agent defined in a file. */
export interface AgentEntry {
  readonly permission: PermissionMap;
  readonly mode?: string;
  readonly disable?: boolean;
  readonly hidden?: boolean;
}
