import type { AgentAnswer, AgentCircumstances, AgentProfile, AgentReading, AgentToolCall } from '../../agent-answer.ts';
import type { PermissionFiles } from '../../permission-files.ts';
import type { ClaudeAgent, ClaudeRule, ClaudeRules, ClaudeSettings } from '../claude-rules.ts';
import { openForClaude } from '../decide-for-claude.ts';

/**
 * @internal Settings in a project's folder, the agents defined there, and the answers given in a session in that
 * folder.
 */
export interface ClaudePlace {
  readonly rules: ClaudeRules;
  readonly settings: readonly ClaudeSettings[];
  readonly agents: readonly ClaudeAgent[];
  /** Returns true if git ignores a file; undefined if git is not available. */
  readonly isIgnored: (file: string) => boolean | undefined;
  /** Returns the rules in a list that take effect. */
  readonly list: (list: ClaudeRule['list']) => readonly ClaudeRule[];
  /** Returns the answer of the default session in a trusted folder, with a user present to answer questions. */
  readonly ask: (call: AgentToolCall) => AgentAnswer;
  /** Opens another session: for an agent, or in other circumstances. */
  readonly open: (agent: string | undefined, circumstances?: AgentCircumstances) => ClaudePlace['ask'];
}

/** @internal Stands for the home folder if the user's files are not read. */
const anyHome = '/home/user';

/** @internal Returns each folder of the project that has Claude Code files. */
export function claudePlaces(
  { profiles }: AgentReading<ClaudeRules>,
  { files }: PermissionFiles,
): readonly ClaudePlace[] {
  const ignored = new Map(files.map(({ name, isIgnored }) => [name, isIgnored]));
  const sessions = profiles.filter((profile) => profile.rules.agent === undefined);
  return sessions.map((session) => placeOf(session, (name) => ignored.get(name)));
}

function placeOf(session: AgentProfile<ClaudeRules>, isIgnored: ClaudePlace['isIgnored']): ClaudePlace {
  const { start } = session.rules;
  const isProjects = ({ scope }: ClaudeSettings) => scope === 'project' || scope === 'local';
  const settings = session.rules.settings.filter((one) => one.folder === start && isProjects(one));
  const lists = Map.groupBy(
    settings.flatMap((one) => one.rules).filter(({ ignored }) => ignored === undefined),
    ({ list }) => list,
  );
  const rules = { ...session.rules, home: session.rules.home ?? anyHome };
  const open: ClaudePlace['open'] = (agent, circumstances) =>
    openForClaude({ ...session, rules: { ...rules, agent } }, circumstances);
  return {
    rules,
    settings,
    isIgnored,
    agents: rules.agents.filter(({ folder, isUsers }) => folder === start && !isUsers),
    list: (list) => lists.get(list) ?? [],
    ask: open(undefined),
    open,
  };
}
