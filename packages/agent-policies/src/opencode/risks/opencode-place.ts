import type { AgentAnswer, AgentCircumstances, AgentProfile, AgentReading, AgentToolCall } from '../../agent-answer.ts';
import type { PermissionFiles } from '../../permission-files.ts';
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

/** Built-in agents with which users do not interact. */
const helpers: ReadonlySet<string> = new Set(['compaction', 'title', 'summary']);

/** @internal Returns each start folder in which the agent starts. */
export function opencodePlaces(
  { profiles, read }: AgentReading<OpencodeRules>,
  { files }: PermissionFiles,
  agent: RiskyAgent,
): readonly OpencodePlace[] {
  const folders = Map.groupBy(
    profiles.filter(({ rules: { name }, doesNotStart }) => !helpers.has(name) && doesNotStart === undefined),
    ({ folder = '' }) => folder,
  );
  return [...folders.values()].flatMap((own) => placeOf(own, { profiles, read, files }, agent));
}

function placeOf(profiles: readonly Profile[], given: ReadRules, { title, ask }: RiskyAgent): readonly OpencodePlace[] {
  const ordered = profiles.toSorted((a, b) => Number(b.rules.isDefault) - Number(a.rules.isDefault));
  const [first] = ordered;
  if (first === undefined) return [];
  const held = ordered.flatMap((profile) => profile.rules.rules.filter(isFiled).map((rule) => ({ profile, rule })));
  const groups = Map.groupBy(held, ({ rule }) => keyOf(rule));
  const holdersOf = (rule: FiledRule, wanted: boolean) => {
    const own = new Set(groups.get(keyOf(rule))?.map(({ profile }) => profile));
    return [...own].filter(({ rules: { name } }) => readers.has(name) === wanted);
  };
  const rules = [...groups.values()].flatMap((group) => group.slice(0, 1).map(({ rule }) => rule));
  const place: OpencodePlace = {
    title,
    profiles: ordered,
    first,
    read: given.read,
    overwritten: listOverwritten(first, given),
    rules: rules.filter(({ action, uncertain }) => action !== 'unknown' && !uncertain),
    holders: (rule) => {
      const others = holdersOf(rule, false);
      return others.length > 0 ? others : holdersOf(rule, true);
    },
    readers: (rule) => holdersOf(rule, true),
    ask,
  };
  return [place];
}

/** Built-in agents that only plan, answer or search; Kilo repeats the deny rules in these agents. */
const readers: ReadonlySet<string> = new Set(['ask', 'plan', 'explore']);
