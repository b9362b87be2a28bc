import type { PermissionState } from '@modegate/policy-check/permissions';
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
}

/** The strings in English. */
export const englishStrings: PageStrings = {
  product: 'Modegate',
  readingProject: 'Reading the project…',
  views: 'Views',
  tabs: { mode: 'Overview', edit: 'Edit', try: 'Try it', matrix: 'Matrix', findings: 'Findings', audit: 'Audit' },
  notSaved: 'not saved',
  leaveUnsaved: (mode) => `What you changed in ${mode} is not saved and would be lost. Go on?`,
  openAddress: 'Open the address that the terminal shows.',
  howToOpen: (command) => `${command} prints the address of this page. It works as long as that command runs.`,
  programAnswered: (status) => `The program answered ${status}.`,
  couldNotOpen: 'The page could not be opened.',
  tokenTitle: 'Open with a token',
  tokenLabel: 'Token',
  tokenEnter: 'Open',
  tokenNote: 'The token stays in this tab, and goes to this server alone. Closing the tab forgets it.',
  tokenEnded: 'This token is not accepted, or no longer. Enter another one.',
  forgetToken: 'Forget the token',
  mayOnlyLook: 'Your token lets you look, and not change anything.',
  modes: 'Modes',
  mode: 'Mode',
  sources: { builtin: 'built in', project: 'project', global: 'yours' },
  broken: 'broken',
  states: { allowed: 'allowed', limited: 'in part', unknown: 'depends', denied: 'denied' },
  takenBack: (what) => `Taken back: ${what}.`,
  undoSave: 'Undo save',
  undo: (what) => `Undo: ${what}`,
  lost: {
    address: 'The program does not answer. Is modes-server ui still running? What you see may be out of date.',
    token: 'The server does not answer. What you see may be out of date.',
  },
  startedAgain: 'The program was started again. Open the address that it shows now.',
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
  applyAnyway: 'Apply all the same',
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
  otherTools: (state) => `other tools ${state}`,
  resources: (state) => `resources ${state}`,
  moreTools: (count) => `and ${count} more; the matrix has all.`,
  argumentsBroken: 'Arguments are a JSON object, such as {"path":"src/a.ts"}.',
  toolHint: 'write_to_file, or server/tool',
  files: 'Files, one a line',
  filesHint: 'docs/guide.md',
  arguments: 'Arguments as JSON',
  mayDo: (mode) => `May ${mode} do this?`,
  answers: { allowed: 'Allowed', refused: 'Refused' },
  by: (rule) => `by ${rule}`,
};
