import type { FileReach, GroupPicture, ModePicture } from '@modegate/policy-check/page';

/** The permissions of one mode, as shown in a report's overview, but without the underlying rows and file names. */
export interface ModePermissions extends Omit<ModePicture, 'rows' | 'ways' | 'groups'> {
  readonly groups: readonly GroupView[];
  readonly ways: readonly WayAround[];
}

/** One group of the agent's tools. */
export interface GroupView extends Omit<GroupPicture, 'files'> {
  /** Number of files that the group's restriction allows, if known. */
  readonly files?: Pick<FileReach, 'opened' | 'asked'> | undefined;
}

/** A way to bypass a restriction. */
export type WayAround = Pick<ModePicture['ways'][number], 'kind' | 'certainty' | 'message'>;

/**
 * Reduces an overview to the parts that a page shows. Omits MCP from the groups, because servers have their own
 * section.
 */
export function permissionsOf({ rows: _rows, ways, groups, ...rest }: ModePicture): ModePermissions {
  return {
    ...rest,
    groups: groups.flatMap(({ files: reach, ...group }) => {
      if (group.group === 'mcp' || group.tools.length === 0) return [];
      return [reach === undefined ? group : { ...group, files: { opened: reach.opened, asked: reach.asked } }];
    }),
    ways: ways.map(({ kind, certainty, message }) => ({ kind, certainty, message })),
  };
}
