import {
  type AgentAnswer,
  type AgentProfile,
  compareProfiles,
  type MatchedRule,
  type PermissionAgent,
  type PermissionAgentName,
  type ProfileChange,
} from '@modegate/agent-policies';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agentCalled, projectFolder, readProject } from '../support/agent-project.ts';
import { independentCalls } from './independent-calls.ts';
import { beginnings, mutate, type Step, type Texts } from './mutated-files.ts';

// 5,000 pairs with MODEGATE_PROPERTY_DEPTH=20.
const runs: Readonly<Record<PermissionAgentName, number>> = {
  'claude-code': 120,
  opencode: 60,
  codex: 60,
  kilo: 10,
};

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({ kind: fc.nat(1_000), at: fc.nat(1_000), value: fc.nat(1_000) }),
  { minLength: 1, maxLength: 4 },
);

const depth = Number(process.env.MODEGATE_PROPERTY_DEPTH);

test.each(Object.entries(runs) as [PermissionAgentName, number][])(
  '%s: what is newly allowed is among the changes, and nothing is called a grant that is none',
  (name, numRuns) => {
    fc.assert(
      fc.property(fc.nat(10_000), steps, fc.boolean(), fc.nat(), (index, mutations, isReversed, seed) => {
        const beginning = beginnings[name][index % beginnings[name].length] ?? {};
        const end = mutate(name, beginning, mutations);
        checkPair(agentCalled(name), isReversed ? [end, beginning] : [beginning, end], seed);
      }),
      // A rare gap may exist; CI tries the same pairs each time, and a deeper run others.
      { numRuns, ...(depth <= 1 && { seed: 27 }) },
    );
  },
  600_000,
);

function checkPair(agent: PermissionAgent, texts: readonly [Texts, Texts], seed: number): void {
  const [before, after] = texts.map((one) => ({ root: projectFolder, ...readProject(agent.name, one) }));
  if (before === undefined || after === undefined) return;
  const changes = compareProfiles(agent, [before, after]);
  const grants = changes.filter(({ direction }) => direction === 'granted');
  const calls = independentCalls(agent.name, texts, seed);
  const [session, present] = [before, after].map(({ profiles }) => profiles.find(agent.isDefault) ?? profiles[0]);
  // Three profiles of many, the first of them the session's.
  const chosen = after.profiles.filter(
    (one, index) =>
      agent.isDefault(one) ||
      index % after.profiles.length === seed % after.profiles.length ||
      index === after.profiles.length - 1,
  );
  for (const profile of chosen) {
    const own = before.profiles.find((one) => one.name === profile.name);
    // A new agent works in the place of a session, before the change or after it.
    const bases = own === undefined ? [session, present] : [own];
    const ofProfile = grants.filter(({ profiles }) => profiles.includes(profile.name));
    checkCalls(agent, { bases: bases.filter((one) => one !== undefined), profile, calls, ofProfile });
    if (own !== undefined) checkGrants(agent, { own, profile, ofProfile });
  }
}

interface Pair {
  readonly profile: AgentProfile;
  readonly ofProfile: readonly ProfileChange[];
}

/** Each call that may do more than before has a change. */
function checkCalls(
  { decideFor, tools }: PermissionAgent,
  {
    bases,
    profile,
    calls,
    ofProfile,
  }: Pair & { readonly bases: readonly AgentProfile[]; readonly calls: ReturnType<typeof independentCalls> },
): void {
  for (const call of calls) {
    const now = decideFor(profile, call, {});
    const [past, ...others] = bases.map((base) => decideFor(base, call, {}));
    if (past === undefined || ![past, ...others].every((one) => isWider(one, now))) continue;
    const isTold = ofProfile.some((change) =>
      covers(change, { past, now, tool: call.tool, isOwn: (tool) => Object.hasOwn(tools, tool) }),
    );
    if (!isTold)
      expect({ profile: profile.name, call, past, now, changes: ofProfile.map(({ what }) => what) }).toBe(
        'in the changes',
      );
  }
}

/** Each change that is called a grant has calls, and each of them may do more than before. */
function checkGrants(
  { decideFor, name }: PermissionAgent,
  { own, profile, ofProfile }: Pair & { readonly own: AgentProfile },
): void {
  for (const { calls, profiles } of ofProfile) {
    // The session of an agent may be another profile than before.
    if (calls === undefined || profiles.includes(name) !== (profile.name === name)) continue;
    const wider = calls.examples.filter((call) => isWider(decideFor(own, call, {}), decideFor(profile, call, {})));
    if (profiles.length === 1) expect(wider).toEqual(calls.examples);
    else expect(wider.length).toBeGreaterThan(0);
  }
}

const ranks = { 'not offered': 0, deny: 0, ask: 1, allow: 2, unknown: Number.NaN } as const;

function isWider(past: AgentAnswer, now: AgentAnswer): boolean {
  if (ranks[now.effect] > ranks[past.effect]) return true;
  return (
    now.effect === past.effect &&
    ranks[now.effect] > 0 &&
    past.within !== undefined &&
    isOpener(past.within, now.within)
  );
}

type Within = AgentAnswer['within'];

function isOpener(past: NonNullable<Within>, now: Within): boolean {
  if (now === undefined) return true;
  const folders = (list: readonly string[] | 'all') => (list === 'all' ? ['/'] : list);
  const isMore = (less: readonly string[] | 'all', more: readonly string[] | 'all') =>
    folders(more).some(
      (path) => !folders(less).some((folder) => `${path}/`.startsWith(folder === '/' ? '/' : `${folder}/`)),
    );
  const opens = isMore(past.write, now.write) || isMore(past.read, now.read);
  return opens || (now.network && !past.network) || (now.mayAsk && !past.mayAsk);
}

interface CoveredCall {
  readonly past: AgentAnswer;
  readonly now: AgentAnswer;
  readonly tool: string;
  readonly isOwn: (tool: string) => boolean;
}

/** A change tells of a call if it names the rule that decides now or decided before, or the tool if no rule does. */
function covers({ calls, what }: ProfileChange, { past, now, tool, isOwn }: CoveredCall): boolean {
  if (calls === undefined) return what.startsWith('now starts');
  const share = (some: readonly MatchedRule[], others: readonly MatchedRule[]) =>
    some.some(
      (one) => one.file !== undefined && others.some((other) => other.rule === one.rule && other.line === one.line),
    );
  // Who reads that something may be done without asking, does not wonder where it asks.
  if (!calls.after.some((effect) => ranks[effect] >= ranks[now.effect])) return false;
  // A rule that matched before and decides only now is not what changed, but the mode or the sandbox around it.
  const isOld = now.by.every((rule) => past.shadowed.some((other) => other.rule === rule.rule));
  const hasRule = !isOld && [...now.by, ...past.by].some(({ file }) => file !== undefined);
  return hasRule
    ? share(calls.by, now.by) || share(calls.was, past.by)
    : calls.tools.some((one) => one === tool || (!isOwn(one) && !isOwn(tool)));
}
