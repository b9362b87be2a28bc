import { createRedact, type Redact } from '@modegate/secrets';
import type { ServerEntry, ValidServerEntry } from '@modegate/server-config';
import type { LaunchEnvironment, ServerLaunch } from './server-launch.ts';
import { substituteEntry } from './substitute-entry.ts';

/** Plan for an entry: to start it with these launch settings, or not to start it. */
export type ServerPlan =
  | {
      readonly state: 'start';
      readonly launch: ServerLaunch;
      /** Absolute paths of the watched files. */
      readonly watchPaths: readonly string[];
      readonly redact: Redact;
      readonly remarks: readonly string[];
      /** Default time limit for requests. */
      readonly timeoutMs: number;
    }
  | { readonly state: 'disabled'; readonly reason: string };

/** The context in which entries are started. */
export interface LaunchOrigin {
  readonly launchEnvironment: LaunchEnvironment;
  /** Absolute paths of the scripts that this process runs; entries that run one of these scripts are not started. */
  readonly ownScripts: readonly string[];
  /**
   * Returns the reason for not starting an entry; undefined if the entry is to be started. Default: all entries are
   * started.
   */
  readonly whyNotStarted?: WhyNotStarted | undefined;
}

/** Returns the reason for not starting an entry; undefined if the entry is to be started. */
export type WhyNotStarted = (entry: ValidServerEntry) => string | undefined;

/** Decides whether and how to start an entry. Pure. */
export function planServer(
  entry: ServerEntry,
  { launchEnvironment, ownScripts, whyNotStarted }: LaunchOrigin,
): ServerPlan {
  if (entry.state === 'invalid' && entry.switches !== undefined)
    return disabled(entry.problems[0]?.message ?? whereDisabled(entry));
  if (entry.state === 'invalid')
    return disabled(`Its entry is invalid: ${entry.problems[0]?.message ?? 'unreadable.'}`);
  if (entry.policy.disabled) return disabled(whereDisabled(entry));
  const substituted = substituteEntry(entry, launchEnvironment, ownScripts);
  if (substituted.state === 'refused') return disabled(substituted.reason);
  const withheld = whyNotStarted?.(entry);
  if (withheld !== undefined) return disabled(withheld);
  const { launch, watchPaths, secrets, remarks } = substituted;
  const timeoutMs = entry.config.timeoutSeconds * 1_000;
  return { state: 'start', launch, watchPaths, redact: createRedact(secrets), remarks, timeoutMs };
}

/** Gives the location of a rule that applies to several servers, because the entry itself does not mention the rule. */
function whereDisabled({ file, line, pointer, settingPositions }: ServerEntry): string {
  const at = settingPositions.disabled;
  if (at === undefined || at.pointer.startsWith(`${pointer}/`)) return `It is switched off in ${file}, line ${line}.`;
  return `It is switched off in ${file}, line ${at.line}, by ${at.pointer}.`;
}

function disabled(reason: string): ServerPlan {
  return { state: 'disabled', reason };
}
