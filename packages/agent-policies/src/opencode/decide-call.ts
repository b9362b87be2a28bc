import type { AgentAnswer, AgentCircumstances, AgentEffect, AgentProfile, AgentToolCall } from '../agent-answer.ts';
import type { OpencodeRules } from './agent-rules.ts';
import type { CallPlace, CallRequests, PermissionRequest } from './call-requests.ts';
import { resolvePath } from './paths.ts';
import type { Action } from './permission-map.ts';
import {
  joinVerdicts,
  matchKey,
  type PermissionRule,
  type RuleTest,
  type RuleVerdict,
  toMatchedRule,
} from './rules.ts';
import { type AgentToolList, presenceOf } from './tools.ts';

/** @internal What an agent of the family does in its own way. */
export interface AgentWays {
  /** As shown to people. */
  readonly title: string;
  /** First part of the versions whose permissions these are. */
  readonly major: string;
  readonly tools: AgentToolList;
  readonly requestsOf: (call: AgentToolCall, place: CallPlace) => CallRequests;
  readonly judge: (rules: readonly PermissionRule[], test: RuleTest) => RuleVerdict;
  /** Rules that the session adds at the end. */
  readonly sessionRules: (
    rules: OpencodeRules,
    circumstances: AgentCircumstances,
    tool: string,
  ) => readonly PermissionRule[];
}

/** @internal Answers a call as the agent does: offer first, then every request, the last match of each deciding. */
export function decideCall(
  profile: AgentProfile<OpencodeRules>,
  call: AgentToolCall,
  how: { readonly circumstances: AgentCircumstances; readonly ways: AgentWays },
): AgentAnswer {
  const { circumstances, ways } = how;
  if (profile.doesNotStart !== undefined) return startFailure(profile.doesNotStart);
  if (circumstances.version !== undefined && circumstances.version.split('.', 1)[0] !== ways.major)
    return answer('unknown', `${ways.title} ${circumstances.version} is not the version whose rules are known.`);
  const rules = [...profile.rules.rules, ...ways.sessionRules(profile.rules, circumstances, call.tool)];
  const ignoreCase = circumstances.platform === 'win32';
  const offer = judgeOffer(call.tool, { rules, ignoreCase, profile, ways });
  if (offer.gone !== undefined && !offer.isOpen) return offer.gone;
  const place = placeOf(profile.rules, circumstances);
  const { requests, uncertain } = ways.requestsOf(call, place);
  const verdict = joinVerdicts(
    requests.map((request) => judgeRequest(request, { rules, ignoreCase, uncertain, ways })),
  );
  const effects = settle(verdict.effects, circumstances);
  if (offer.gone !== undefined)
    return { ...offer.gone, ...describe(verdict), effect: 'unknown', because: offer.gone.because };
  return toAnswer(verdict, { effects, uncertain, requests, ways, circumstances });
}

function startFailure({ message, file, line }: NonNullable<AgentProfile['doesNotStart']>): AgentAnswer {
  return { ...answer('deny', message), by: [{ rule: 'the agent does not start', effect: 'deny', file, line }] };
}

function answer(effect: AgentEffect, because: string): AgentAnswer {
  return { effect, by: [], shadowed: [], because };
}

interface OfferContext {
  readonly rules: readonly PermissionRule[];
  readonly ignoreCase: boolean;
  readonly profile: AgentProfile<OpencodeRules>;
  readonly ways: AgentWays;
}

/** `gone` without `isOpen`: the tool is not offered. With both: something that is not known decides. */
interface Offer {
  readonly gone?: AgentAnswer;
  readonly isOpen: boolean;
}

const editTools: ReadonlySet<string> = new Set(['edit', 'write', 'apply_patch']);

function judgeOffer(tool: string, { rules, ignoreCase, profile, ways }: OfferContext): Offer {
  const presence = presenceOf(tool, ways.tools);
  if (presence === 'never')
    return { gone: answer('not offered', `${ways.title} has no tool called "${tool}".`), isOpen: false };
  const server = [...profile.rules.servers].find(
    ([name, isOn]) => !isOn && tool.startsWith(`${name.replaceAll(/[^a-zA-Z0-9_-]/g, '_')}_`),
  );
  if (server !== undefined)
    return { gone: answer('not offered', `The server "${server[0]}" is switched off.`), isOpen: false };
  const permission = editTools.has(tool) ? 'edit' : tool;
  const hidden = hidingRules(rules, { permission, ignoreCase });
  const [first] = hidden.by;
  if (first !== undefined && !hidden.isOpen) {
    const because = `${ways.title} does not offer "${tool}": the last rule for "${permission}", ${nameRule(first)}, denies every text.`;
    const shadowed = rules.filter(
      (rule) => rule !== first && rule.file !== undefined && matchKey(rule, { permission, ignoreCase }) === 'yes',
    );
    return {
      gone: {
        effect: 'not offered',
        by: [toMatchedRule(first)],
        shadowed: shadowed.toReversed().map(toMatchedRule),
        because,
      },
      isOpen: false,
    };
  }
  if (presence === 'sometimes')
    return {
      gone: answer(
        'unknown',
        `Whether ${ways.title} offers "${tool}" depends on the client, the provider or a variable.`,
      ),
      isOpen: true,
    };
  if (first === undefined) return { isOpen: true };
  return {
    gone: answer('unknown', `Whether ${nameRule(first)} covers "${tool}" depends on a substitution.`),
    isOpen: true,
  };
}

/** A tool disappears if the last rule for its permission denies everything. */
function hidingRules(
  rules: readonly PermissionRule[],
  test: Omit<RuleTest, 'text'>,
): { readonly by: readonly PermissionRule[]; readonly isOpen: boolean } {
  const by: PermissionRule[] = [];
  let isOpen = false;
  for (const rule of rules.toReversed()) {
    const match = matchKey(rule, test);
    if (match === 'no') continue;
    const mayHide = rule.pattern === '*' && (rule.action === 'deny' || rule.action === 'unknown');
    if (mayHide) by.push(rule);
    if (!mayHide || rule.action === 'unknown' || (rule.uncertain && match === 'maybe')) isOpen = true;
    if (match === 'yes') return { by, isOpen };
  }
  return { by, isOpen: true };
}

function placeOf({ project, start, home, paths }: OpencodeRules, { cwd, platform }: AgentCircumstances): CallPlace {
  return {
    project,
    start: cwd === undefined ? start : resolvePath(start, cwd),
    home,
    paths,
    isWindows: platform === 'win32',
  };
}

interface RequestContext {
  readonly rules: readonly PermissionRule[];
  readonly ignoreCase: boolean;
  readonly uncertain: string | undefined;
  readonly ways: AgentWays;
}

function judgeRequest(
  { permission, texts }: PermissionRequest,
  { rules, ignoreCase, uncertain, ways }: RequestContext,
): RuleVerdict {
  return joinVerdicts(
    texts.map((forms) => {
      const verdicts = forms.map((text) => ways.judge(rules, { permission, text, ignoreCase }));
      // A text that is not certain may hold no command, and no path outside.
      const none = uncertain !== undefined && forms.includes(undefined) ? ['allow' as const] : [];
      return {
        effects: new Set<Action>([...verdicts.flatMap(({ effects }) => [...effects]), ...none]),
        by: verdicts.flatMap(({ by }) => by),
        shadowed: verdicts.flatMap(({ shadowed }) => shadowed),
      };
    }),
  );
}

/** Without a person every question is refused, and `--auto` answers every question with yes. */
function settle(effects: ReadonlySet<Action>, { headless, flags }: AgentCircumstances): ReadonlySet<Action> {
  const isAuto = isAutomatic(flags);
  const toAction = (effect: Action): Action =>
    effect !== 'ask' ? effect : isAuto ? 'allow' : headless === true ? 'deny' : 'ask';
  return new Set([...effects].map(toAction));
}

function isAutomatic(flags: string | undefined): boolean {
  return /(?:^|\s)--(?:auto|yolo|dangerously-skip-permissions)(?:=true)?(?:\s|$)/.test(flags ?? '');
}

function describe({ by, shadowed }: RuleVerdict): Pick<AgentAnswer, 'by' | 'shadowed'> {
  return { by: by.map(toMatchedRule), shadowed: shadowed.filter((rule) => !by.includes(rule)).map(toMatchedRule) };
}

interface AnswerContext {
  readonly effects: ReadonlySet<Action>;
  readonly uncertain: string | undefined;
  readonly requests: readonly PermissionRequest[];
  readonly ways: AgentWays;
  readonly circumstances: AgentCircumstances;
}

function toAnswer(
  verdict: RuleVerdict,
  { effects, uncertain, requests, ways, circumstances }: AnswerContext,
): AgentAnswer {
  const [effect, another] = effects;
  if (effect !== undefined && another === undefined)
    return { effect, ...describe(verdict), because: reasonFor(verdict, { effect, requests, ways, circumstances }) };
  const possible = [...effects].toSorted().join(' or ');
  const because = `Not settled (${possible}): ${uncertain ?? openPoint(verdict, requests)}.`;
  return { effect: 'unknown', ...describe(verdict), because };
}

function openPoint({ by }: RuleVerdict, requests: readonly PermissionRequest[]): string {
  const open = by.find((rule) => rule.uncertain || rule.action === 'unknown');
  if (open !== undefined) return `${nameRule(open)} holds a substitution whose text is not known`;
  return requests.some(({ texts }) => texts.some((forms) => forms.length > 1))
    ? 'whether the path outside is a folder or a file'
    : 'an argument or a folder that is not known';
}

function reasonFor(
  { by, effects }: RuleVerdict,
  {
    effect,
    requests,
    ways,
    circumstances,
  }: Pick<AnswerContext, 'requests' | 'ways' | 'circumstances'> & { readonly effect: Action },
): string {
  if (requests.length === 0) return `${ways.title} asks no permission for this call.`;
  const asks = effects.has('ask');
  const rule = by.find(({ action }) => action === (asks ? 'ask' : effect));
  const what = requests.map(({ permission }) => `"${permission}"`).join(' and ');
  const found =
    rule === undefined
      ? `no rule matches ${what}, and ${ways.title} then asks`
      : `the last rule that matches, ${nameRule(rule)}, decides`;
  if (!asks || effect === 'ask') return `For ${what}, ${found}.`;
  const end = isAutomatic(circumstances.flags)
    ? 'its flags answer every question with yes'
    : 'without a person the question is refused';
  return `For ${what}, ${found}; ${end}.`;
}

function nameRule({ shown, file, line }: PermissionRule): string {
  return file === undefined ? shown : `${shown} (${file}:${line ?? 1})`;
}
