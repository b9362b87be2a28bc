import { judgeText, type PermissionRule, type RuleTest, type RuleVerdict } from '../opencode/rules.ts';
import { matchesWildcard } from '../opencode/wildcard.ts';
import { protectedMark } from './protected-files.ts';

/**
 * @internal Returns the verdict of the last matching rule; if that rule allows the call, the verdict is still to ask
 * where Kilo does so: for `.env` files and Kilo's own settings.
 */
export function judgeKilo(rules: readonly PermissionRule[], test: RuleTest): RuleVerdict {
  const isProtected = test.text?.startsWith(protectedMark) ?? false;
  const text = isProtected ? test.text?.slice(protectedMark.length) : test.text;
  // A mode that denies everything else does not prevent access to outside folders.
  const counted =
    test.permission === 'external_directory'
      ? rules.filter(({ key, pattern, action }) => key !== '*' || pattern !== '*' || action !== 'deny')
      : rules;
  const verdict = judgeText(counted, { ...test, text });
  if (!verdict.effects.has('allow')) return verdict;
  if (isProtected) return askInstead(verdict, 'default: Kilo always asks before its own settings are changed');
  const isBroad = verdict.by.some(({ key, pattern, action }) => action !== 'deny' && (key === '*' || pattern === '*'));
  if (test.permission !== 'read' || text === undefined || !isEnvironmentFile(text) || !isBroad) return verdict;
  return askInstead(verdict, 'default: a rule that allows all files does not allow .env files');
}

function isEnvironmentFile(path: string): boolean {
  if (matchesWildcard(path, '*.env.example')) return false;
  return matchesWildcard(path, '*.env') || matchesWildcard(path, '*.env.*');
}

function askInstead({ effects, by, shadowed }: RuleVerdict, shown: string): RuleVerdict {
  const rule: PermissionRule = { key: '*', pattern: '*', action: 'ask', uncertain: false, shown };
  return {
    effects: new Set([...effects].map((effect) => (effect === 'allow' ? 'ask' : effect))),
    by: [rule, ...by],
    shadowed,
  };
}
