import type { AgentUnderTest } from '../opencode/support.ts';
import type { AnswersOfAgent } from './served-agent.ts';
import { type Comparison, callIn, compareAnswers, filesIn, foldersOf, linksIn, type Situation } from './situation.ts';

/** Our answer to a call and the agent's. */
export interface ComparedCall {
  readonly comparison: Comparison;
  /** One line for people: both answers, the call, the rules, and our reason. */
  readonly line: string;
}

/** Compares the answers of an agent with those of `decideFor`, without calls that failed before a rule counted. */
export function compareSituations(
  { name, ours, root }: { readonly name: string; readonly ours: AgentUnderTest; readonly root: string },
  situations: readonly Situation[],
  theirs: AnswersOfAgent,
): readonly ComparedCall[] {
  return situations.flatMap((situation, index) => {
    const folders = foldersOf(root, situation, index);
    const { profiles } = ours.readProfiles(filesIn(situation, folders));
    return situation.sessions.flatMap(({ profile, calledBy, start = '', calls }, session) => {
      // Use the profile of the nearest folder with files.
      const found = profiles
        .filter(({ name: full, folder = '' }) => full.endsWith(`${name}/${profile}`) && `${start}/`.startsWith(folder))
        .toSorted((a, b) => (b.folder ?? '').length - (a.folder ?? '').length)[0];
      if (found === undefined) throw new Error(`No profile ${profile}: ${JSON.stringify(situation.files)}`);
      return calls.flatMap((call, at): readonly ComparedCall[] => {
        const answer = theirs[index]?.[session]?.[at] ?? 'failed';
        if (answer === 'failed') return [];
        const cwd = start === '' ? undefined : `${folders.project}/${start}`;
        const circumstances = { calledBy, cwd, links: linksIn(situation, folders) };
        const { effect, because } = ours.decideFor(found, callIn(call, folders), circumstances);
        const comparison = compareAnswers(effect, answer);
        const shown = JSON.stringify([profile, start, call.tool, call.arguments, situation.files]);
        return [{ comparison, line: `${comparison}: ${effect} for ${answer}: ${shown.slice(0, 200)} ${because}` }];
      });
    });
  });
}
