import { analyseCommand, type ProgramRun } from '@modegate/shell-commands';
import { isMap, isScalar, LineCounter, type Pair, parseDocument, type Scalar, visit } from 'yaml';

/** A location in a workflow at which an agent is started. */
export interface AgentStart {
  /** Program or action, such as `claude` or `openai/codex-action`. */
  readonly program: string;
  /** Names of the options or inputs passed to the program or action, without their values. */
  readonly options: readonly string[];
  /** Line number, starting at 1. */
  readonly line: number;
}

/** Finds the steps in a GitHub workflow or action that start an agent; returns none if the text is not YAML. */
export function findAgentStarts(text: string): readonly AgentStart[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, logLevel: 'silent', strict: false });
  const found: AgentStart[] = [];
  visit(document, {
    Pair: (_key, { key, value }: Pair, path) => {
      if (!isScalar(key) || !isScalar(value) || typeof value.value !== 'string') return;
      const line = lines.linePos(value.range?.[0] ?? 0).line;
      if (key.value === 'run') found.push(...startsInScript(value, value.value, line));
      const action =
        key.value === 'uses' ? agentActions.find((name) => isVersionOf(name, String(value.value))) : undefined;
      if (action !== undefined) found.push({ program: action, options: inputsOf(path.at(-1)), line });
    },
  });
  return found;
}

/** Actions that start an agent, listed by the names under which they are published. */
const agentActions: readonly string[] = [
  'anthropics/claude-code-action',
  'anthropics/claude-code-base-action',
  'anomalyco/opencode/github',
  'sst/opencode/github',
  'openai/codex-action',
];

/** Agent programs, each with the package that contains it. */
const agentPackages: Readonly<Record<string, string>> = {
  claude: '@anthropic-ai/claude-code',
  codex: '@openai/codex',
  opencode: 'opencode-ai',
  kilo: '@kilocode/cli',
};

function isVersionOf(name: string, used: string): boolean {
  return used === name || used.startsWith(`${name}@`);
}

function inputsOf(step: unknown): readonly string[] {
  const inputs = isMap(step) ? step.get('with') : undefined;
  return isMap(inputs) ? inputs.items.flatMap(({ key }) => (isScalar(key) ? [String(key.value)] : [])) : [];
}

/**
 * Finds the agents that a script starts. Replaces each workflow expression with a word, because its value may be
 * anything.
 */
function startsInScript({ type }: Scalar, script: string, line: number): readonly AgentStart[] {
  const text = script.replaceAll(/\$\{\{.*?\}\}/gs, (expression) => 'x'.repeat(expression.length));
  // The text of a block begins on the line below its indicator.
  const first = type?.startsWith('BLOCK') === true ? line + 1 : line;
  return analyseCommand(text, { shell: 'bash' }).programs.flatMap((run) => {
    const program = agentOf(run);
    if (program === undefined) return [];
    const options = run.words.map(({ text }) => text).filter((word) => /^--?[a-z]/i.test(word));
    const names = [...new Set(options.map((option) => option.replace(/=.*$/s, '')))];
    return [{ program, options: names, line: first + (text.slice(0, run.position).split('\n').length - 1) }];
  });
}

function agentOf({ words }: ProgramRun): string | undefined {
  const [first, ...rest] = words.map(({ text }) => text);
  const program = first?.slice(first.lastIndexOf('/') + 1) ?? '';
  if (Object.hasOwn(agentPackages, program)) return program;
  if (!['npx', 'bunx', 'pnpx'].includes(program)) return undefined;
  const started = Object.entries(agentPackages).find(([, name]) => rest.some((word) => isVersionOf(name, word)));
  return started?.[0];
}
