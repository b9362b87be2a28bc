import type { AgentAnswer, AgentCircumstances, AgentProfile, AgentToolCall } from '../agent-answer.ts';
import type { OpencodeRules } from './agent-rules.ts';
import type { AgentWays } from './agent-ways.ts';
import type { CallPlace, PermissionRequest } from './call-requests.ts';
import { judgeOffer, type OfferContext, plainAnswer } from './judge-offer.ts';
import { resolvePath } from './paths.ts';
import type { Action } from './permission-map.ts';
import { joinVerdicts, nameOpencodeRule, type RuleVerdict, toMatchedRule } from './rules.ts';

/** @internal Answers a call in the same way as the agent, and lists the plugins, whose code is not evaluated. */
export function decideCall(
  profile: AgentProfile<OpencodeRules>,
  call: AgentToolCall,
  how: { readonly circumstances: AgentCircumstances; readonly ways: AgentWays },
): AgentAnswer {
  const answered = decideByRules(profile, call, how);
  const { plugins } = profile.rules;
  if (plugins.length === 0) return answered;
  const what = plugins.length === 1 ? `The plugin ${plugins[0]}` : `The plugins ${plugins.join(', ')}`;
  return { ...answered, because: `${answered.because} ${what} may change this answer.` };
}

/**
 * Determines whether the tool is offered, then evaluates every request; each request is decided by the last matching
 * rule.
 */
function decideByRules(
  profile: AgentProfile<OpencodeRules>,
  call: AgentToolCall,
  how: { readonly circumstances: AgentCircumstances; readonly ways: AgentWays },
): AgentAnswer {
  const { circumstances, ways } = how;
  if (profile.doesNotStart !== undefined) return startFailure(profile.doesNotStart);
  if (circumstances.version !== undefined && circumstances.version.split('.', 1)[0] !== ways.major)
    return plainAnswer('unknown', `The rules of ${ways.title} ${circumstances.version} are not known.`);
  const rules = [...profile.rules.rules, ...ways.sessionRules(profile.rules, circumstances, call.tool)];
  const ignoreCase = circumstances.platform === 'win32';
  const offer = judgeOffer(call.tool, { rules, ignoreCase, profile, ways });
  if (offer.gone !== undefined && !offer.isOpen) return offer.gone;
  const place = placeOf(profile.rules, circumstances);
  const { requests, uncertain } = ways.requestsOf(call, place);
  const verdicts = requests.map((request): SettledVerdict => {
    const verdict = judgeRequest(request, { rules, ignoreCase, uncertain, ways });
    return { ...verdict, asks: verdict.effects.has('ask'), effects: settle(verdict.effects, circumstances) };
  });
  const verdict = joinInOrder(verdicts);
  if (offer.gone !== undefined)
    return { ...offer.gone, ...describe(verdict), effect: 'unknown', because: offer.gone.because };
  return toAnswer(verdict, { verdicts, uncertain, requests, ways, circumstances });
}

/** Verdict on a request, including the outcome of a question to the user under the given circumstances. */
interface SettledVerdict extends RuleVerdict {
  /** True if the rules require a question, regardless of how the circumstances settle that question. */
  readonly asks: boolean;
}

/**
 * Joins the verdicts on a call's requests, which are made in order: the first verdict other than `allow` determines the
 * result.
 */
function joinInOrder(verdicts: readonly SettledVerdict[]): SettledVerdict {
  const effects = new Set<Action>();
  const last = verdicts.findIndex((verdict) => !verdict.effects.has('allow'));
  const reached = last === -1 ? verdicts : verdicts.slice(0, last + 1);
  for (const action of ['deny', 'ask'] as const)
    if (reached.some((verdict) => verdict.effects.has(action))) effects.add(action);
  if (last === -1) effects.add('allow');
  const deciding = reached.filter((verdict) => [...effects].some((effect) => verdict.effects.has(effect)));
  return {
    effects,
    by: [...new Set(deciding.flatMap(({ by }) => by))],
    shadowed: [...new Set(reached.flatMap(({ shadowed }) => shadowed))],
    asks: deciding.some(({ asks }) => asks),
  };
}

function startFailure({ message, file, line }: NonNullable<AgentProfile['doesNotStart']>): AgentAnswer {
  return { ...plainAnswer('deny', message), by: [{ rule: 'the agent does not start', effect: 'deny', file, line }] };
}

function placeOf(
  { project, start, home, paths }: OpencodeRules,
  { cwd, platform, links }: AgentCircumstances,
): CallPlace {
  return {
    project,
    start: cwd === undefined ? start : resolvePath(start, cwd),
    home,
    paths,
    links: links ?? {},
    isWindows: platform === 'win32',
  };
}

interface RequestContext extends Pick<OfferContext, 'rules' | 'ignoreCase' | 'ways'> {
  readonly uncertain: string | undefined;
}

function judgeRequest(
  { permission, texts }: PermissionRequest,
  { rules, ignoreCase, uncertain, ways }: RequestContext,
): RuleVerdict {
  return joinVerdicts(
    texts.map((forms) => {
      const verdicts = forms.map((text) => ways.judge(rules, { permission, text, ignoreCase }));
      // It is possible that uncertain text contains neither a command nor an outside path.
      const none = uncertain !== undefined && forms.includes(undefined) ? ['allow' as const] : [];
      return {
        effects: new Set<Action>([...verdicts.flatMap(({ effects }) => [...effects]), ...none]),
        by: verdicts.flatMap(({ by }) => by),
        shadowed: verdicts.flatMap(({ shadowed }) => shadowed),
      };
    }),
  );
}

/** Settles questions: if no user is present, every question is refused; `--auto` answers yes to every question. */
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

interface AnswerContext extends Pick<RequestContext, 'uncertain' | 'ways'> {
  readonly verdicts: readonly SettledVerdict[];
  readonly requests: readonly PermissionRequest[];
  readonly circumstances: AgentCircumstances;
}

function toAnswer(verdict: SettledVerdict, context: AnswerContext): AgentAnswer {
  const [effect, another] = verdict.effects;
  if (effect !== undefined && another === undefined)
    return { effect, ...describe(verdict), because: reasonFor(verdict, { ...context, effect }) };
  const possible = [...verdict.effects].toSorted().join(' or ');
  const because = `The answer is ${possible}, depending on ${context.uncertain ?? openPoint(verdict, context.requests)}.`;
  return { effect: 'unknown', ...describe(verdict), because };
}

function openPoint({ by }: RuleVerdict, requests: readonly PermissionRequest[]): string {
  const open = by.find((rule) => rule.uncertain || rule.action === 'unknown');
  if (open !== undefined) return `the substitution in ${nameOpencodeRule(open)}, whose text is not known`;
  return requests.some(({ texts }) => texts.some((forms) => forms.length > 1))
    ? 'whether the path outside the project is a folder or a file'
    : 'an unknown argument or folder';
}

function reasonFor(
  { by, asks }: SettledVerdict,
  { effect, verdicts, requests, ways, circumstances }: AnswerContext & { readonly effect: Action },
): string {
  if (requests.length === 0) return `${ways.title} does not check permissions for this call.`;
  const rule = by.find(({ action }) => action === (asks ? 'ask' : effect));
  const what = requests.map(({ permission }) => `"${permission}"`).join(' and ');
  const found =
    rule === undefined
      ? `no rule matches ${what}, so ${ways.title} asks`
      : `the last matching rule, ${nameOpencodeRule(rule)}, decides`;
  const end = asks ? endOfQuestion({ effect, verdicts, circumstances }) : '';
  return `For ${what}, ${found}${end}.`;
}

/** Describes the outcome of a question; a later request may still be refused. */
function endOfQuestion({
  effect,
  verdicts,
  circumstances,
}: Pick<AnswerContext, 'verdicts' | 'circumstances'> & { readonly effect: Action }): string {
  if (effect !== 'ask')
    return isAutomatic(circumstances.flags)
      ? '; its flags answer every question with yes'
      : '; without a person to ask, the call is refused';
  const denial = verdicts.find(({ effects }) => effects.has('deny') && effects.size === 1)?.by[0];
  return denial === undefined ? '' : `; even if a person agrees, ${nameOpencodeRule(denial)} refuses the call`;
}
