import type { Confinement, MatchedRule } from '@modegate/agent-policies';
import type { CellState } from '@modegate/policy-check/permissions';
import type { ToolCell, ToolException, ToolOutcome } from './tool-cell.ts';

/** Permissions of a profile for the tools in one row. */
export interface CapabilityCell {
  readonly state: CellState;
  /** Outcome of calls that no rule mentions; `partly` if it differs between tools. */
  readonly word: string;
  /** All details: `asks`, `denied by 'Bash(git push:*)'`, `allowed by 12 rules`. */
  readonly words: readonly string[];
  readonly tools: readonly ToolCell[];
}

/** Outcomes in display order. */
const outcomes: readonly (readonly [ToolOutcome, CellState, string])[] = [
  ['deny', 'denied', 'denied'],
  ['not offered', 'not-offered', 'not offered'],
  ['ask', 'asks', 'asks'],
  ['sandboxed', 'limited', 'allowed'],
  ['allow', 'allowed', 'allowed'],
  ['unknown', 'unknown', 'unknown'],
];

/** Folder and wording for a cell. */
export interface CellOptions {
  /** Folder that is called "the project" in the wording. */
  readonly root: string;
  /** Wording for a row without tools. */
  readonly absence: string;
}

/** Summarises the tools in a row. A tool that is not offered is included only if no other tool is offered. */
export function capabilityCell(tools: readonly ToolCell[], { root, absence }: CellOptions): CapabilityCell {
  const offered = tools.filter(({ outcome, exceptions }) => outcome !== 'not offered' || exceptions.length > 0);
  const counting = offered.length > 0 ? offered : tools.slice(0, 1);
  const groups = outcomes.flatMap(([outcome, state, word]) => {
    const own = counting.filter((cell) => cell.outcome === outcome);
    return own.length === 0 ? [] : [{ outcome, state, word, own }];
  });
  const [first, second] = groups;
  if (first === undefined) return { state: 'not-offered', word: 'not offered', words: [absence], tools };
  const usual = groups.map(({ outcome, word, own }) => {
    const names = second === undefined ? '' : ` for ${own.map(({ tool }) => tool).join(', ')}`;
    return `${word}${outcome === 'sandboxed' ? describeSandbox(own[0]?.answer.within, root) : ''}${names}`;
  });
  const exceptions = describeExceptions(counting, first.outcome);
  return {
    state: second === undefined && exceptions.length === 0 ? first.state : 'limited',
    word: second === undefined ? first.word : 'partly',
    words: [...usual, ...exceptions],
    tools,
  };
}

/** Maximum number of rules that are listed; if there are more, only their number is given. */
const maxRules = 2;
const maxRule = 60;

function describeExceptions(cells: readonly ToolCell[], usual: ToolOutcome): readonly string[] {
  return outcomes.flatMap(([outcome, , word]) => {
    const own = cells.flatMap(({ exceptions }) => exceptions.filter((one) => one.outcome === outcome));
    const rules = new Map(own.flatMap((one) => one.rules.map((rule) => [keyOf(rule), rule.rule] as const)));
    const named = rules.size > maxRules ? [`${rules.size} rules`] : [...rules.values()].map((rule) => quote(rule));
    const all = [...(named.length === 0 ? [] : [`by ${named.join(' and ')}`]), ...exampleOf(outcome, own)];
    if (all.length === 0) return [];
    const outside = outcome === 'allow' && usual === 'sandboxed' ? ' outside the sandbox' : '';
    const inside = outcome === 'sandboxed' ? ' in a sandbox' : '';
    return [`${word}${outside}${inside} ${all.join(', and ')}`];
  });
}

/**
 * Describes the shortest example of an outcome that no rule decides; omits the outcomes "unknown" and "not offered",
 * because they are the same for every user of the agent.
 */
function exampleOf(outcome: ToolOutcome, own: readonly ToolException[]): readonly string[] {
  const [shortest] = own.flatMap(({ example = [] }) => example).toSorted((a, b) => a.length - b.length);
  return shortest === undefined || outcome === 'unknown' || outcome === 'not offered'
    ? []
    : [`by default for calls such as ${quote(shortest)}`];
}

function quote(text: string): string {
  return `'${text.length <= maxRule ? text : `${text.slice(0, maxRule - 1)}…`}'`;
}

function keyOf({ file, line, rule }: MatchedRule): string {
  return JSON.stringify([file, line, rule]);
}

function describeSandbox(within: Confinement | undefined, root: string): string {
  if (within === undefined) return '';
  const { read, write, network, mayAsk } = within;
  const shown = (folders: Confinement['read']) =>
    folders === 'all'
      ? 'all files'
      : folders.map((one) => (one === root ? 'the project' : one)).join(', ') || 'nothing';
  const parts = [
    `writes ${shown(write)}`,
    ...(read === 'all' ? [] : [`reads ${shown(read)}`]),
    network ? 'has a network' : 'no network',
    ...(mayAsk ? ['may ask to leave it'] : []),
  ];
  return ` in a sandbox (${parts.join('; ')})`;
}
