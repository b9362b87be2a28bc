import type { AgentAnswer, AgentProfile, AgentReading, AgentToolCall } from '../agent-answer.ts';
import type { PermissionAgent } from '../agents.ts';
import { mainParameter } from '../main-argument.ts';
import type { PermissionFiles } from '../permission-files.ts';
import { groupRisks, type RiskDraft } from './group-risks.ts';
import type { PermissionRisk } from './permission-risk.ts';
import { quoteText } from './quote.ts';

/** An agent, with its files in a project and the result of reading them. */
export interface ReadAgent {
  readonly agent: PermissionAgent;
  readonly reading: AgentReading;
  readonly files: PermissionFiles;
}

/**
 * Finds commands that are denied to one agent in a project but that another agent runs without asking and without a
 * sandbox.
 */
export function findRisksBetween(agents: readonly ReadAgent[]): readonly PermissionRisk[] {
  return agents.flatMap((strict) => {
    const denied = agents.length < 2 ? [] : findDenied(strict);
    return agents.flatMap((open) =>
      open === strict || denied.length === 0 ? [] : groupRisks(compare(strict, open, denied), strict.files.files),
    );
  });
}

/** A command, and the rule from a file that denies it. */
interface DeniedCommand {
  readonly command: string;
  readonly denial: Denial;
}

/** Maximum number of commands to try. */
const maxCommands = 60;

/** Returns the commands that are denied to an agent's default session by a rule from a file. */
function findDenied(strict: ReadAgent): readonly DeniedCommand[] {
  const session = sessionOf(strict);
  if (session === undefined) return [];
  const ask = strict.agent.open(session, {});
  const calls = strict.agent.deniedCalls(session).flatMap((call) => {
    const command = commandOf(strict.agent, call);
    return command === undefined ? [] : [{ call, command }];
  });
  return calls.slice(0, maxCommands).flatMap(({ call, command }) => {
    const denial = findDenial(ask(call));
    return denial === undefined ? [] : [{ command, denial }];
  });
}

function* compare(strict: ReadAgent, open: ReadAgent, denied: readonly DeniedCommand[]): Generator<RiskDraft> {
  const session = sessionOf(open);
  const tool = Object.keys(open.agent.tools).find((name) => open.agent.tools[name]?.kind === 'command');
  const parameter = tool === undefined ? undefined : mainParameter(open.agent, tool);
  if (session === undefined || tool === undefined || parameter === undefined) return;
  const ask = open.agent.open(session, {});
  for (const { command, denial } of denied) {
    const answer = ask({ tool, arguments: { [parameter]: command } });
    if (answer.effect === 'allow' && answer.within === undefined)
      yield describe({ strict, open, command, denial, answer });
  }
}

function sessionOf({ agent, reading }: ReadAgent): AgentProfile | undefined {
  return reading.profiles.find(
    (profile) => profile.folder === undefined && agent.isDefault(profile) && profile.doesNotStart === undefined,
  );
}

function commandOf(agent: PermissionAgent, { tool, arguments: given }: AgentToolCall): string | undefined {
  const one = Object.hasOwn(agent.tools, tool) ? agent.tools[tool] : undefined;
  const parameter = one?.kind === 'command' ? mainParameter(agent, tool) : undefined;
  // Additional arguments, such as a request for another sandbox, make this a different question.
  const value = parameter === undefined || Object.keys(given).length > 1 ? undefined : given[parameter];
  return typeof value === 'string' ? value : undefined;
}

interface Denial {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
}

/** Returns the rule from a file that denies a call to an available tool. */
function findDenial({ effect, by }: AgentAnswer): Denial | undefined {
  const [rule] = by;
  if (effect !== 'deny' || rule?.file === undefined || rule.line === undefined) return undefined;
  return { rule: rule.rule, file: rule.file, line: rule.line };
}

interface Difference extends DeniedCommand {
  readonly strict: ReadAgent;
  readonly open: ReadAgent;
  readonly answer: AgentAnswer;
}

function describe({ strict, open, command, denial, answer }: Difference): RiskDraft {
  const { rule, file, line } = denial;
  const cause = answer.by.find((one) => one.effect === 'allow' && one.file !== undefined);
  const because = cause === undefined ? 'by default' : `because of ${quoteText(cause.rule)}`;
  const message = `${strict.agent.title} is denied ${quoteText(command)} by ${quoteText(rule)}, but ${open.agent.title} runs it without asking, ${because}. Deny the command in both agents, or in neither.`;
  const related =
    cause?.file === undefined ? [] : [{ message: quoteText(cause.rule), file: cause.file, line: cause.line ?? 1 }];
  return {
    rule: 'other-agent-may-more',
    severity: 'warning',
    file,
    line,
    written: rule,
    message,
    related,
    kind: open.agent.name,
  };
}
