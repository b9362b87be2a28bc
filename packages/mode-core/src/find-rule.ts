import { defaultRules, type RuleReference } from './decision.ts';
import { resolvePointer } from './json-pointer.ts';
import type { Policy } from './policy.ts';

/** The rule a decision's `by` points at: the value in the modes file, the settings, the server's entry or {@link defaultRules}. Undefined only for a reference of another policy. */
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

function findServerRule(policy: Policy, by: RuleReference): unknown {
  const compiled = policy.compiled.servers?.get(by.server ?? '');
  return compiled && resolvePointer(compiled.server, by.pointer.slice(compiled.by.pointer.length));
}
