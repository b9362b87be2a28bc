/**
 * States of a cell: the four states of a permission, `asks` for a call that the user must confirm, and `not-offered`
 * for a tool that the agent lacks.
 */
export const cellStates = ['allowed', 'limited', 'asks', 'unknown', 'denied', 'not-offered'] as const;

/** One of {@link cellStates}. */
export type CellState = (typeof cellStates)[number];

/** One cell of a grid: a column's access to the subject of a line. */
export interface GridCell {
  readonly state: CellState;
  /** The sentence that explains a refusal; for any other state, the rule that decides. */
  readonly reason: string;
  /** The restrictions in words, such as `allowed for files that match \.md$`; absent if there are none. */
  readonly confinement?: string;
}

/** One column of a grid, such as a mode or the profile of another agent. */
export interface GridColumn {
  /** Id that is unique within the grid. */
  readonly id: string;
  readonly title: string;
  /** Origin of the column's rules. Default: unknown. */
  readonly source?: string;
}

/** One line of a grid: a tool, the resources of a server, or unknown tools. */
export interface GridLine {
  readonly label: string;
  /** The target of a `why` question; absent if the line does not represent a single call. */
  readonly target?: string;
  /** Cells in the order of the columns. */
  readonly cells: readonly GridCell[];
}

/** Lines that belong together: the tools in one group, or everything that belongs to one server. */
export interface GridSection {
  /** Name of the group or the server. */
  readonly id: string;
  readonly kind: 'group' | 'server' | 'other';
  readonly lines: readonly GridLine[];
}

/** Permissions as a table, ready to be drawn. */
export interface Grid {
  readonly columns: readonly GridColumn[];
  readonly sections: readonly GridSection[];
  /** Number of omitted columns and lines. */
  readonly left: { readonly columns: number; readonly lines: number };
}

/**
 * Summarises the cells of one column in a section: a state and a few words (`all`, `all, with limits`, `2 of 7`,
 * `none`).
 */
export function summariseCells(cells: readonly GridCell[]): { readonly state: CellState; readonly words: string } {
  const count = (...states: readonly CellState[]) => cells.filter(({ state }) => states.includes(state)).length;
  const usable = count('allowed', 'limited', 'asks');
  if (count('allowed') === cells.length) return { state: 'allowed', words: 'all' };
  if (usable === 0)
    return count('unknown') > 0 ? { state: 'unknown', words: 'depends' } : { state: 'denied', words: 'none' };
  const words = usable === cells.length ? 'all, with limits' : `${usable} of ${cells.length}`;
  return { state: 'limited', words };
}

/** Describes a cell in words, including any restrictions. */
export function describeCell({ state, confinement }: GridCell): string {
  return confinement ?? cellWords[state];
}

/** Description of each state in words. */
export const cellWords: Readonly<Record<CellState, string>> = {
  allowed: 'allowed',
  limited: 'with limits',
  asks: 'asks first',
  unknown: 'depends',
  denied: 'denied',
  'not-offered': 'not offered',
};

/** Descriptions of the actions that a group of tools allows an agent to take. */
export const groupWords = {
  read: 'Read files',
  edit: 'Edit files',
  browser: 'Use a browser',
  command: 'Run commands',
  mcp: 'Use MCP servers',
  always: 'Always available',
} as const;

/** Returns the title of a section: a description for a group, or the name of a server. */
export function sectionTitle({ kind, id }: Pick<GridSection, 'kind' | 'id'>): string {
  if (kind === 'other') return id === 'groups' ? 'Other groups' : 'Other servers';
  return kind === 'group' && Object.hasOwn(groupWords, id) ? groupWords[id as keyof typeof groupWords] : id;
}

/** Sign for each state in a table; `modegate matrix` prints the same signs. */
export const cellSigns: Readonly<Record<CellState, string>> = {
  allowed: '✓',
  limited: '~',
  asks: '!',
  unknown: '?',
  denied: '·',
  'not-offered': '–',
};
