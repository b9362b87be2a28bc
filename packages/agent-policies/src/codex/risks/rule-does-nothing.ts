import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import type { CodexPrefixRule } from '../codex-rules.ts';
import { isShellScript, splitPlainCommands } from '../plain-commands.ts';
import { type CodexPlace, decides, describeRun, patternWords, placeOfRule, run } from './codex-place.ts';
import { removeRuleStatement, rewriteWords } from './statement-edits.ts';

/** Reason why no command matches a rule, and the rule that its author may have intended. */
interface Idleness {
  readonly why: string;
  readonly kind: string;
  readonly meant: string;
  /** Replacement for words in a deny rule. */
  readonly rewrite?: { readonly from: RegExp; readonly to: string };
}

/** @internal Finds rules whose words never occur in a command. */
export function* findIdleRules(place: CodexPlace): Generator<RiskDraft> {
  for (const rule of place.rules) {
    const idle = findIdleness(place, rule);
    if (idle === undefined) continue;
    const answer = place.ask(run(idle.meant));
    const isLost = rule.decision !== 'allow' && answer.effect === 'allow';
    const { severity, where } = describeRun(answer);
    const loss = isLost ? ` ${quoteText(idle.meant)} runs ${where}.` : '';
    const shown = { ...placeOfRule(rule), written: JSON.stringify(patternWords(rule)) };
    const message = `The rule for ${quoteText(shown.written)} does nothing: ${idle.why}.${loss}`;
    yield {
      rule: 'rule-does-nothing',
      severity: isLost ? severity : 'info',
      ...shown,
      message,
      kind: `${idle.kind} ${rule.decision}`,
      repair: repairOf(place, rule, idle),
    };
  }
}

/** An allow rule without effect may be removed; a deny rule is rewritten so that it takes effect. */
function repairOf(
  { statementOf }: CodexPlace,
  rule: CodexPrefixRule,
  { rewrite, kind }: Idleness,
): RiskDraft['repair'] {
  // With more words, the rule may match a command line for the shell after all.
  if (rule.decision === 'allow') return kind === 'shell' ? undefined : removeRuleStatement(statementOf(rule), false);
  return rewrite && rewriteWords(statementOf(rule), rewrite);
}

function findIdleness({ open }: CodexPlace, rule: CodexPrefixRule): Idleness | undefined {
  const words = patternWords(rule);
  const [program = ''] = words;
  if (/\s/.test(program) && !/[\\/]/.test(program))
    return {
      why: `each word of a command needs its own entry in the pattern, and no program is called ${quoteText(program)}`,
      kind: 'blank',
      meant: program,
      ...(/^[\w -]+$/.test(program) && {
        rewrite: {
          from: new RegExp(`(["'])${program}\\1`, 'g'),
          to: program
            .trim()
            .split(/ +/)
            .map((word) => JSON.stringify(word))
            .join(', '),
        },
      }),
    };
  const star = words.find((word) => /^[^/]*\*$/.test(word));
  if (star !== undefined)
    return {
      why: `an asterisk in a pattern is literal, and the pattern matches further words without it`,
      kind: 'star',
      meant: words.map((word) => word.replaceAll(/:?\*/g, 'x')).join(' '),
      ...(star === '*' && words.at(-1) === star && { rewrite: { from: /\s*,\s*(["'])\*\1(?=\s*,?\s*\])/g, to: '' } }),
    };
  const script = isShellScript(words) ? words[2] : undefined;
  if (script === undefined || splitPlainCommands(script) === undefined) return undefined;
  const platform = program.includes('zsh') ? 'darwin' : 'linux';
  if (decides(rule, open({ platform })(run(script)))) return undefined;
  return {
    why: `Codex splits this line and judges the commands in it, not the shell that would run them`,
    kind: 'shell',
    meant: script,
  };
}
