import type { ServerEntry } from '@modegate/server-config';
import type { ConnectionWorld } from './connection-world.ts';
import { createRedact, type Redact } from './redact.ts';
import { type ServerLaunch, substituteEntry } from './substitute-entry.ts';

/** What is to be done about an entry. */
export type ServerPlan =
  | {
      readonly state: 'start';
      readonly launch: ServerLaunch;
      /** Absolute. */
      readonly watchPaths: readonly string[];
      readonly redact: Redact;
      readonly remarks: readonly string[];
      /** How long a request may take that says nothing else. */
      readonly timeoutMs: number;
    }
  | { readonly state: 'disabled'; readonly reason: string };

/** Decides whether and how an entry is started. Pure. */
export function planServer(
  entry: ServerEntry,
  world: Pick<ConnectionWorld, 'surroundings' | 'ownScripts'>,
): ServerPlan {
  if (entry.state === 'invalid')
    return disabled(`Its entry is invalid: ${entry.problems[0]?.message ?? 'unreadable.'}`);
  if (entry.policy.disabled) return disabled(`It is switched off in ${entry.file}, line ${entry.line}.`);
  const substituted = substituteEntry(entry, world.surroundings, world.ownScripts);
  if (substituted.state === 'refused') return disabled(substituted.reason);
  const { launch, watchPaths, secrets, remarks } = substituted;
  const timeoutMs = entry.config.timeoutSeconds * 1_000;
  return { state: 'start', launch, watchPaths, redact: createRedact(secrets), remarks, timeoutMs };
}

function disabled(reason: string): ServerPlan {
  return { state: 'disabled', reason };
}
