import { createRedact, type Redact } from '@modegate/secrets';
import type { ServerEntry, ValidServerEntry } from '@modegate/server-config';
import type { LaunchEnvironment, ServerLaunch } from './server-launch.ts';
import { substituteEntry } from './substitute-entry.ts';

/** Whether an entry is started, and with what. */
export type ServerPlan =
  | {
      readonly state: 'start';
      readonly launch: ServerLaunch;
      /** Absolute. */
      readonly watchPaths: readonly string[];
      readonly redact: Redact;
      readonly remarks: readonly string[];
      /** How long a request may take that sets no time of its own. */
      readonly timeoutMs: number;
    }
  | { readonly state: 'disabled'; readonly reason: string };

/** From where entries are started. */
export interface LaunchOrigin {
  readonly surroundings: LaunchEnvironment;
  /** Absolute paths of the scripts that this process runs; an entry that runs one of them is not started. */
  readonly ownScripts: readonly string[];
  /** Why an entry that could be started is not to be started; undefined for one that is. Default: each is started. */
  readonly whyNotStarted?: WhyNotStarted | undefined;
}

/** Why an entry is not to be started; undefined when it is. */
export type WhyNotStarted = (entry: ValidServerEntry) => string | undefined;

/** Decides whether and how an entry is started. Pure. */
export function planServer(entry: ServerEntry, { surroundings, ownScripts, whyNotStarted }: LaunchOrigin): ServerPlan {
  if (entry.state === 'invalid' && entry.switches !== undefined)
    return disabled(entry.problems[0]?.message ?? whereDisabled(entry));
  if (entry.state === 'invalid')
    return disabled(`Its entry is invalid: ${entry.problems[0]?.message ?? 'unreadable.'}`);
  if (entry.policy.disabled) return disabled(whereDisabled(entry));
  const substituted = substituteEntry(entry, surroundings, ownScripts);
  if (substituted.state === 'refused') return disabled(substituted.reason);
  const withheld = whyNotStarted?.(entry);
  if (withheld !== undefined) return disabled(withheld);
  const { launch, watchPaths, secrets, remarks } = substituted;
  const timeoutMs = entry.config.timeoutSeconds * 1_000;
  return { state: 'start', launch, watchPaths, redact: createRedact(secrets), remarks, timeoutMs };
}

/** A rule over several servers is named, because the entry says nothing of it. */
function whereDisabled({ file, line, pointer, settingPositions }: ServerEntry): string {
  const at = settingPositions.disabled;
  if (at === undefined || at.pointer.startsWith(`${pointer}/`)) return `It is switched off in ${file}, line ${line}.`;
  return `It is switched off in ${file}, line ${at.line}, by ${at.pointer}.`;
}

function disabled(reason: string): ServerPlan {
  return { state: 'disabled', reason };
}
