import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ListingAgent } from './rule-lists.ts';
import type { AnswersOfAgent } from './served-agent.ts';
import type { RecordedAnswer, Session, Situation } from './situation.ts';

/** Returns the file with the answers that an agent gave, one line per situation, session and call. */
export function answersFile({ name }: Pick<ListingAgent, 'name'>): string {
  return join(import.meta.dirname, `../fixtures/${name}-answers.jsonl`);
}

/** Situations with the agent's recorded answers. */
export interface RecordedAnswers {
  readonly version: string;
  readonly situations: readonly Situation[];
  readonly answers: AnswersOfAgent;
}

/** Writes answers as lines, without calls that failed before a rule counted. */
export function writeAnswers({ version, situations, answers }: RecordedAnswers): string {
  const lines = situations.flatMap(({ sessions, ...situation }, index) => [
    situation,
    ...sessions.flatMap(({ calls, ...session }, at) => [
      session,
      ...calls.flatMap(({ tool, arguments: given }, call) => {
        const answer = answers[index]?.[at]?.[call];
        return answer === undefined || answer === 'failed' ? [] : [[tool, given, answer]];
      }),
    ]),
  ]);
  return `${[{ version }, ...lines].map((line) => JSON.stringify(line)).join('\n')}\n`;
}

type Line =
  | { readonly version: string }
  | Omit<Situation, 'sessions'>
  | Omit<Session, 'calls'>
  | readonly [tool: string, given: Readonly<Record<string, unknown>>, answer: RecordedAnswer];

/** Reads the answers of an agent. */
export function readAnswers(agent: Pick<ListingAgent, 'name'>): RecordedAnswers {
  const [first = '{}', ...lines] = readFileSync(answersFile(agent), 'utf8').trim().split('\n');
  const situations: { readonly situation: Situation; readonly sessions: ReadSession[] }[] = [];
  for (const line of lines.map((text) => JSON.parse(text) as Line)) {
    if ('files' in line) situations.push({ situation: { ...line, sessions: [] }, sessions: [] });
    else if ('profile' in line) situations.at(-1)?.sessions.push({ session: line, calls: [], answers: [] });
    else if (Array.isArray(line)) {
      const [tool, given, answer] = line as Line & readonly unknown[] as readonly [string, object, RecordedAnswer];
      const session = situations.at(-1)?.sessions.at(-1);
      session?.calls.push({ tool, arguments: { ...given } });
      session?.answers.push(answer);
    }
  }
  return {
    ...(JSON.parse(first) as Pick<RecordedAnswers, 'version'>),
    situations: situations.map(({ situation, sessions }) => ({
      ...situation,
      sessions: sessions.map(({ session, calls }) => ({ ...session, calls })),
    })),
    answers: situations.map(({ sessions }) => sessions.map(({ answers }) => answers)),
  };
}

interface ReadSession {
  readonly session: Omit<Session, 'calls'>;
  readonly calls: Session['calls'][number][];
  readonly answers: RecordedAnswer[];
}
