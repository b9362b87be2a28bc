import type { ToolsetMember } from '../toolset-members.ts';
import type { ServerStatus } from './context.ts';

/** How the servers of a toolset stand. */
export interface DescribedServers {
  readonly counts: {
    totalConfigured: number;
    enabled: number;
    available: number;
    unavailable: number;
    disabled: number;
  };
  /** The names of those that offer nothing now, sorted. */
  readonly unavailable: readonly string[];
}

/** Counts the servers that a set's tools come from. One that nobody configured is unavailable and enabled. */
export function describeServers(
  members: readonly ToolsetMember[],
  statuses: readonly ServerStatus[],
): DescribedServers {
  const known = new Map(statuses.map(({ name, status }) => [name, status]));
  const named = new Set(members.flatMap(({ server }) => server ?? []));
  const offering = new Set(
    members.flatMap(({ server, problem }) => (problem === 'server-missing' ? [] : (server ?? []))),
  );
  const unavailable = [...named]
    .filter((server) => !offering.has(server) || (known.get(server) ?? 'connected') !== 'connected')
    .toSorted();
  const disabled = [...named].filter((server) => known.get(server) === 'disabled').length;
  return {
    counts: {
      totalConfigured: named.size,
      enabled: named.size - disabled,
      available: named.size - unavailable.length,
      unavailable: unavailable.length - disabled,
      disabled,
    },
    unavailable,
  };
}
