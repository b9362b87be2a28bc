import type { AgentAnswer, AgentCircumstances, AgentProfile, AgentReading, AgentToolCall } from '../../agent-answer.ts';
import type { PermissionFiles } from '../../permission-files.ts';
import { findFetchedCode } from '../../risks/fetch-and-run.ts';
import { groupRisks, type RiskDraft } from '../../risks/group-risks.ts';
import type { PermissionRisk } from '../../risks/permission-risk.ts';
import type { OpencodeRules } from '../agent-rules.ts';
import { type FiledRule, isFiled, keyOf } from './filed-rule.ts';
import { listOverwritten, type ReadRules } from './list-overwritten.ts';

type Profile = AgentProfile<OpencodeRules>;

/** @internal An agent of the opencode family whose risks are examined. */
export interface RiskyAgent {
  /** Name of the agent as displayed to users. */
  readonly title: string;
  readonly ask: OpencodePlace['ask'];
}

/** @internal Agents of one start folder, and the rules in their files. */
export interface OpencodePlace {
  readonly title: string;
  readonly profiles: readonly Profile[];
  /** The agent with which a session starts. */
  readonly first: Profile;
  readonly read: AgentReading['read'];
  /** Rules from files, without duplicates. */
  readonly rules: readonly FiledRule[];
  /** Rules in files that no agent has, because another file replaced them. */
  readonly overwritten: readonly FiledRule[];
  /**
   * Returns the agents that have a rule, the session's agent first; omits read-only agents unless no other agents have
   * the rule.
   */
  readonly holders: (rule: FiledRule) => readonly Profile[];
  /** Returns the built-in agents that only plan or search and that have a rule. */
  readonly readers: (rule: FiledRule) => readonly Profile[];
  readonly ask: (profile: Profile, call: AgentToolCall, circumstances?: AgentCircumstances) => AgentAnswer;
}

/** @internal A checker rule for the opencode family. */
export type OpencodeRiskRule = (place: OpencodePlace) => Iterable<RiskDraft>;

/** Built-in agents with which users do not interact. */
const helpers: ReadonlySet<string> = new Set(['compaction', 'title', 'summary']);

/** @internal Runs every rule on every start folder. */
export function runOpencodeRules(
  { profiles, read, launches }: AgentReading<OpencodeRules>,
  { files }: PermissionFiles,
  { agent, rules }: { readonly agent: RiskyAgent; readonly rules: readonly OpencodeRiskRule[] },
): readonly PermissionRisk[] {
  const folders = Map.groupBy(
    profiles.filter(({ rules: { name }, doesNotStart }) => !helpers.has(name) && doesNotStart === undefined),
    ({ folder = '' }) => folder,
  );
  const drafts = [...folders.values()].flatMap((own) => {
    const place = placeOf(own, { profiles, read, files }, agent);
    return place === undefined ? [] : rules.flatMap((find) => [...find(place)]);
  });
  return groupRisks([...drafts, ...findFetchedCode(agent.title, launches)], files);
}

function placeOf(
  profiles: readonly Profile[],
  given: ReadRules,
  { title, ask }: RiskyAgent,
): OpencodePlace | undefined {
  const ordered = profiles.toSorted((a, b) => Number(b.rules.isDefault) - Number(a.rules.isDefault));
  const [first] = ordered;
  if (first === undefined) return undefined;
  const rules = new Map<string, FiledRule>();
  const holders = new Map<string, Set<Profile>>();
  for (const profile of ordered)
    for (const rule of profile.rules.rules)
      if (isFiled(rule)) {
        const key = keyOf(rule);
        if (!rules.has(key)) rules.set(key, rule);
        holders.set(key, (holders.get(key) ?? new Set()).add(profile));
      }
  const groups = new Map([...holders].map(([key, own]) => [key, Map.groupBy(own, isReader)]));
  const holdersOf = (rule: FiledRule) => groups.get(keyOf(rule));
  return {
    title,
    profiles: ordered,
    first,
    read: given.read,
    overwritten: listOverwritten(first, given),
    rules: [...rules.values()].filter(({ action, uncertain }) => action !== 'unknown' && !uncertain),
    holders: (rule) => {
      const own = holdersOf(rule);
      return own?.get(false) ?? own?.get(true) ?? [];
    },
    readers: (rule) => holdersOf(rule)?.get(true) ?? [],
    ask,
  };
}

/** Built-in agents that only plan, answer or search; Kilo repeats the deny rules in these agents. */
const readers: ReadonlySet<string> = new Set(['ask', 'plan', 'explore']);

function isReader({ rules: { name } }: Profile): boolean {
  return readers.has(name);
}
