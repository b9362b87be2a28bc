import type { AgentCall } from '../agent-call.ts';
import { findCallerMode } from '../caller-mode.ts';
import { refuseCall, type Verdict } from '../verdict.ts';
import { readChosenMode } from './chosen-mode.ts';
import type { JudgedProject } from './judged-project.ts';

/** One mode in which a call is evaluated, and the source of that mode. */
export interface ActiveMode {
  readonly mode: string;
  readonly why: string;
}

/** The sources that may select the active mode. */
export interface ActiveModeOptions {
  readonly project: JudgedProject;
  /** Folder that stores the user's choices. */
  readonly state: string;
  /** The mode set in the installed command. */
  readonly flag: string | undefined;
}

/**
 * Finds the active mode for a caller that has no mode of its own: from the command, the user's choice, or the
 * configuration.
 */
export function findActiveMode({ project, state, flag }: ActiveModeOptions): ActiveMode | undefined {
  if (flag !== undefined) return { mode: flag, why: "'--mode' in the hook's command" };
  const chosen = readChosenMode(state, project.root);
  if (chosen !== undefined) return { mode: chosen, why: '`modegate mode use`' };
  const fallback = project.settings.hooks?.defaultMode;
  return fallback === undefined ? undefined : { mode: fallback, why: "'hooks.defaultMode' in the configuration" };
}

/**
 * Returns the modes in which a call is evaluated, all of which must allow the call. The caller's mode narrows the
 * active mode. If there is no active mode, the caller's mode applies alone, but never as a built-in mode, because
 * agents use such names without referring to a mode.
 */
export function findActiveModes(
  question: ActiveModeOptions,
  call: Pick<AgentCall, 'agent' | 'caller'>,
): readonly string[] | Exclude<Verdict, { readonly allowed: true }> {
  const { policy, settings } = question.project;
  const slugs = policy.modes.map(({ config }) => config.slug);
  const mapped = settings.hooks?.agents ?? {};
  const own = findCallerMode(call, slugs, mapped);
  const inForce = findActiveMode(question);
  if (inForce !== undefined) return [...new Set([inForce.mode, ...(own === undefined ? [] : [own])])];
  const isBuiltin = policy.modes.some(({ config, source }) => config.slug === own && source === 'builtin');
  const isMapped = findCallerMode(call, [], mapped) !== undefined;
  if (own !== undefined && (!isBuiltin || isMapped)) return [own];
  return refuseCall(
    'MODE_UNSET',
    `No mode is in force in this project, so no tool may be used. The user can choose one with \`modegate mode use <slug>\`, or set "hooks": { "defaultMode": "<slug>" } in modegate.config.json. Modes: ${slugs.slice(0, 20).join(', ')}.`,
  );
}
