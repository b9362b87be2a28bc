import { resolvePointer } from '@modegate/json';
import { defaultRules, type RuleReference } from '../decision.ts';
import type { Policy } from './policy.ts';

/**
 * Resolves the reference in a decision (`by`) to a value in the modes file, the settings, the server's entry or {@link
 * defaultRules}. Returns undefined only for a reference from another policy.
 */
export function findRule(policy: Policy, by: RuleReference): unknown {
  switch (by.layer) {
    case 'default':
      return resolvePointer(defaultRules, by.pointer);
    case 'settings':
      return resolvePointer({ disabledTools: [...policy.compiled.disabledToolNames] }, by.pointer);
    case 'servers':
      return findServerRule(policy, by);
    default:
      return by.pointer === ''
        ? (by.file ?? by.layer)
        : resolvePointer(policy.compiled.documents[by.layer], by.pointer);
  }
}

/** True if a rule is a group entry that allows a call without restricting it; restrictions have their own rules. */
export function isPlainGrant(policy: Policy, by: RuleReference): boolean {
  const groups = policy.compiled.modes.get(by.mode ?? '')?.groups.values() ?? [];
  return [...groups].some((group) => group.by === by);
}

function findServerRule(policy: Policy, by: RuleReference): unknown {
  const compiled = policy.compiled.servers?.get(by.server ?? '');
  if (compiled === undefined) return undefined;
  const { server, fieldRule } = compiled;
  const tools = compiled.disabledTools.map((_, index) => `disabledTools/${index}`);
  // A file may use the name that another client uses for a setting.
  const field = ['disabled', 'defaultEnabled', 'enabledTools', ...tools].find(
    (name) => fieldRule(name).pointer === by.pointer,
  );
  return resolvePointer(server, field === undefined ? by.pointer.slice(compiled.by.pointer.length) : `/${field}`);
}
