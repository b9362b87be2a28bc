import { type PermissionAgentName, permissionAgentNames } from '@modegate/agent-policies';
import { AppError } from '@modegate/cli-kit';

/** A name given on the command line, which may refer to a mode or a profile. */
export interface SubjectName {
  readonly name: string;
  /**
   * Kind of the subject; undefined if the name alone does not determine it, because a mode and an agent may share the
   * name.
   */
  readonly kind: 'mode' | 'profile' | undefined;
}

/**
 * Reads a name. `mode:NAME` and `profile:NAME` specify the kind; otherwise, only a profile's name contains a `/` or an
 * agent's name.
 */
export function readSubject(text: string): SubjectName {
  const [, prefix, rest = ''] = /^(mode|profile):(.*)$/s.exec(text) ?? [];
  if (prefix !== undefined) return { name: rest, kind: prefix === 'mode' ? 'mode' : 'profile' };
  if (permissionAgentNames.some((name) => name === text)) return { name: text, kind: undefined };
  return { name: text, kind: agentNameOf(text) === undefined ? 'mode' : 'profile' };
}

/** Returns the agent in a profile's name, such as `apps/web:claude-code/reviewer`. */
export function agentNameOf(profile: string): PermissionAgentName | undefined {
  const own = profile.slice(profile.lastIndexOf(':') + 1);
  return permissionAgentNames.find((name) => own === name || own.startsWith(`${name}/`));
}

/**
 * Rejects a name shared by a mode and a profile.
 *
 * @throws {AppError} exit code 2; the message suggests both full names.
 */
export function refuseAmbiguous(name: string, slugs: readonly string[]): void {
  if (slugs.includes(name))
    throw new AppError(`'${name}' is both a mode and a profile. Specify one: 'mode:${name}' or 'profile:${name}'.`);
}
