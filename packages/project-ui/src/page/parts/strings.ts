import type { PermissionState } from '@modegate/policy-check/permissions';
import type { TaskState } from '@modegate/session-store';
import type { Tab } from '../place.ts';

/** Everything that the page says, in one place, beside what the editor says: a translation is another value of this shape. What `decide` and the checker say is not in it. */
export interface PageStrings {
  readonly product: string;
  readonly readingProject: string;
  readonly views: string;
  readonly tabs: Readonly<Record<Tab, string>>;
  readonly notSaved: string;
  readonly leaveUnsaved: (mode: string) => string;
  readonly openAddress: string;
  readonly howToOpen: (command: string) => string;
  readonly programAnswered: (status: number) => string;
  readonly couldNotOpen: string;
  readonly tokenTitle: string;
  readonly tokenLabel: string;
  readonly tokenEnter: string;
  readonly tokenNote: string;
  readonly tokenEnded: string;
  readonly forgetToken: string;
  readonly mayOnlyLook: string;
  readonly modes: string;
  readonly mode: string;
  readonly chooseMode: string;
  readonly sources: Readonly<Record<string, string>>;
  readonly broken: string;
  readonly states: Readonly<Record<PermissionState, string>>;
  readonly takenBack: (what: string) => string;
  readonly undoSave: string;
  readonly undo: (what: string) => string;
  readonly lost: Readonly<Record<'address' | 'token', string>>;
  readonly startedAgain: string;
  readonly noAuditLog: string;
  readonly howToAudit: string;
  readonly onlyRefused: string;
  readonly lastLine: (what: string) => string;
  readonly noLines: string;
  readonly auditLog: string;
  readonly auditColumns: Readonly<Record<'time' | 'what' | 'tool' | 'mode' | 'why', string>>;
  readonly allowed: string;
  readonly refused: string;
  readonly outcomeIn: (outcome: string, ms: number | undefined) => string;
  readonly linesMissing: (count: number) => string;
  readonly severities: Readonly<Record<'error' | 'warning' | 'info', string>>;
  readonly noFindings: string;
  readonly notChecked: string;
  readonly showFix: string;
  readonly fixOf: (message: string) => string;
  readonly wouldGrant: string;
  readonly apply: string;
  readonly applyAnyway: string;
  readonly cancel: string;
  readonly askingModes: string;
  readonly findTool: string;
  readonly matrix: string;
  readonly tool: string;
  readonly kinds: Readonly<Record<'server' | 'group', string>>;
  readonly nothingNamed: string;
  readonly tryIt: string;
  readonly moreRows: (count: number) => string;
  readonly readingMode: string;
  readonly refusesAll: (why: string) => string;
  readonly agentTools: string;
  readonly groups: Readonly<Record<string, string>>;
  readonly onlyFiles: string;
  readonly described: (description: string) => string;
  readonly opens: (opened: number, asked: number) => string;
  readonly toolCount: (count: number) => string;
  readonly waysAround: string;
  readonly noWays: string;
  readonly certainties: Readonly<Record<'certain' | 'likely' | 'possible', string>>;
  readonly servers: string;
  readonly asking: string;
  readonly askAgain: string;
  readonly noServers: string;
  readonly countOf: (count: number, state: string) => string;
  readonly otherTools: (state: string) => string;
  readonly resources: (state: string) => string;
  readonly moreTools: (count: number) => string;
  readonly argumentsBroken: string;
  readonly toolHint: string;
  readonly files: string;
  readonly filesHint: string;
  readonly arguments: string;
  readonly mayDo: (mode: string) => string;
  readonly answers: Readonly<Record<'allowed' | 'refused', string>>;
  readonly by: (rule: string) => string;
  readonly taskStates: Readonly<Record<TaskState, string>>;
  readonly tasks: string;
  readonly task: string;
  readonly state: string;
  readonly lastUsed: string;
  readonly readingTasks: string;
  readonly readingTask: string;
  readonly tasksElsewhere: string;
  readonly howToKeepTasks: string;
  readonly noTasks: string;
  readonly moreTasks: (count: number) => string;
  readonly tasksCut: string;
  readonly allTasks: string;
  readonly subtaskAt: (depth: number) => string;
  readonly openSubtasks: (count: number) => string;
  readonly began: string;
  readonly ended: string;
  readonly family: string;
  readonly noFamily: string;
  readonly parentsGone: (count: number) => string;
  readonly otherSubtasks: (count: number) => string;
  readonly switches: string;
  readonly noSwitches: string;
  readonly inForce: string;
  readonly lastMode: string;
  readonly modeNotShown: (mode: string) => string;
  readonly judgedAs: string;
  readonly atDepth: (depth: number) => string;
  readonly parentIn: (mode: string | null | undefined) => string;
  readonly at: string;
  readonly onBranch: (branch: string) => string;
  readonly inCi: Readonly<Record<'yes' | 'no', string>>;
  readonly decisions: string;
  readonly noDecisions: string;
  readonly olderEntries: (count: number) => string;
}

/** The strings in English. */
export const englishStrings: PageStrings = {
  product: 'Modegate',
  readingProject: 'Reading the project…',
  views: 'Views',
  tabs: {
    mode: 'Overview',
    edit: 'Edit',
    try: 'Try it',
    matrix: 'Matrix',
    tasks: 'Tasks',
    findings: 'Findings',
    audit: 'Audit',
  },
  notSaved: 'not saved',
  leaveUnsaved: (mode) => `What you changed in ${mode} is not saved and would be lost. Continue?`,
  openAddress: 'Open the address that the terminal shows.',
  howToOpen: (command) => `${command} prints the address of this page. It works as long as that command runs.`,
  programAnswered: (status) => `The program answered ${status}.`,
  couldNotOpen: 'The page could not be opened.',
  tokenTitle: 'Open with a token',
  tokenLabel: 'Token',
  tokenEnter: 'Open',
  tokenNote: 'The token stays in this tab, and is sent only to this server. Closing the tab forgets it.',
  tokenEnded: 'This token is invalid or has expired. Enter another one.',
  forgetToken: 'Forget the token',
  mayOnlyLook: 'Your token lets you view, but not change anything.',
  modes: 'Modes',
  mode: 'Mode',
  chooseMode: 'Choose one',
  sources: { builtin: 'built in', project: 'project', global: 'yours' },
  broken: 'broken',
  states: { allowed: 'allowed', limited: 'in part', unknown: 'depends', denied: 'denied' },
  takenBack: (what) => `Undone: ${what}.`,
  undoSave: 'Undo save',
  undo: (what) => `Undo: ${what}`,
  lost: {
    address: 'The program does not answer. Is modes-server ui still running? What you see may be out of date.',
    token: 'The server does not answer. What you see may be out of date.',
  },
  startedAgain: 'The program was restarted. Open the address that it shows now.',
  noAuditLog: 'No audit log is set, so there is nothing to follow.',
  howToAudit: 'Give --audit-log <file> to the server and to this command, or name the file in the configuration.',
  onlyRefused: 'Only what was refused',
  lastLine: (what) => `The last line: ${what}`,
  noLines: 'Nothing yet. Lines appear here as they are written.',
  auditLog: 'Audit log',
  auditColumns: { time: 'Time', what: 'What', tool: 'Tool', mode: 'Mode', why: 'Why' },
  allowed: 'allowed',
  refused: 'refused',
  outcomeIn: (outcome, ms) => (ms === undefined ? outcome : `${outcome} in ${Math.round(ms)} ms`),
  linesMissing: (count) => `${count} lines are missing`,
  severities: { error: 'Errors', warning: 'Warnings', info: 'Notes' },
  noFindings: 'The checker finds nothing.',
  notChecked: 'The project could not be checked, because its settings cannot be used.',
  showFix: 'Show the fix',
  fixOf: (message) => ` of ${message}`,
  wouldGrant: 'It would grant something.',
  apply: 'Apply',
  applyAnyway: 'Apply anyway',
  cancel: 'Cancel',
  askingModes: 'Asking every mode…',
  findTool: 'Find a tool or a server',
  matrix: 'Matrix',
  tool: 'Tool',
  kinds: { server: 'server', group: 'group' },
  nothingNamed: 'Nothing has this name.',
  tryIt: 'Try it',
  moreRows: (count) => `and ${count} more; a longer name finds them`,
  readingMode: 'Reading the mode…',
  refusesAll: (why) => `This mode refuses everything: ${why}`,
  agentTools: 'Tools of the agent',
  groups: {
    read: 'Read files',
    edit: 'Edit files',
    command: 'Run commands',
    browser: 'Use a browser',
    always: 'Always there',
  },
  onlyFiles: 'Only files that match',
  described: (description) => `${description}:`,
  opens: (opened, asked) => `${opened} of ${asked} files`,
  toolCount: (count) => (count === 1 ? '1 tool' : `${count} tools`),
  waysAround: 'Ways around its limits',
  noWays: 'None was found.',
  certainties: { certain: 'certain', likely: 'likely', possible: 'possible' },
  servers: 'MCP servers',
  asking: 'Asking them…',
  askAgain: 'Ask them again',
  noServers: 'No server is configured.',
  countOf: (count, state) => `${count} ${state}`,
  otherTools: (state) => `other tools: ${state}`,
  resources: (state) => `resources: ${state}`,
  moreTools: (count) => `and ${count} more; the matrix has all.`,
  argumentsBroken: 'Arguments are a JSON object, such as {"path":"src/a.ts"}.',
  toolHint: 'write_to_file, or server/tool',
  files: 'Files, one a line',
  filesHint: 'docs/guide.md',
  arguments: 'Arguments as JSON',
  mayDo: (mode) => `May ${mode} do this?`,
  answers: { allowed: 'Allowed', refused: 'Refused' },
  by: (rule) => `by ${rule}`,
  taskStates: {
    pending: 'not begun',
    active: 'active',
    delegated: 'waits for a subtask',
    completed: 'completed',
    failed: 'failed',
    cancelled: 'cancelled',
  },
  tasks: 'Tasks',
  task: 'Task',
  state: 'State',
  lastUsed: 'Last used',
  readingTasks: 'Reading the tasks…',
  readingTask: 'Reading the task…',
  tasksElsewhere: 'Tasks live in the memory of each server, so this page cannot see them.',
  howToKeepTasks:
    'Give --session-storage <folder> or --database <address> to the server and to this command, or name it in the configuration. A server that runs with --http --ui shows its own tasks on its page.',
  noTasks: 'No task yet. Tasks appear here when an agent creates them.',
  moreTasks: (count) => `and ${count} more that were used less recently`,
  tasksCut: 'There are more tasks than this page reads.',
  allTasks: 'All tasks',
  subtaskAt: (depth) => `subtask at depth ${depth}`,
  openSubtasks: (count) => (count === 1 ? '1 open subtask' : `${count} open subtasks`),
  began: 'Began',
  ended: 'Ended',
  family: 'Parents and subtasks',
  noFamily: 'It has neither.',
  parentsGone: (count) => (count === 1 ? '1 parent has gone' : `${count} parents have gone`),
  otherSubtasks: (count) =>
    count === 1 ? '1 more subtask has gone' : `${count} more subtasks have gone or are not shown`,
  switches: 'Modes until now',
  noSwitches: 'It has had one mode.',
  inForce: 'What it may do now',
  lastMode: 'What its last mode allowed',
  modeNotShown: (mode) => `The mode ${mode} is not drawn: it no longer exists, or is not open to you.`,
  judgedAs: 'Judged as',
  atDepth: (depth) => (depth === 0 ? 'a task of its own' : `subtask at depth ${depth}`),
  parentIn: (mode) =>
    mode === null ? 'without a parent' : mode === undefined ? 'parent not known' : `parent in ${mode.slice(0, 60)}`,
  at: 'at',
  onBranch: (branch) => `on branch ${branch}`,
  inCi: { yes: 'in CI', no: 'not in CI' },
  decisions: 'Last decisions',
  noDecisions: 'No decisions were made for it yet.',
  olderEntries: (count) => (count === 1 ? '1 older entry is not shown' : `${count} older entries are not shown`),
};
