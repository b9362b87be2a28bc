import type { OriginKind } from '../../model/index.ts';

/** Everything that the editor says, in one place: a translation is another value of this shape. What `decide` says is not in it. */
export interface EditorStrings {
  readonly restrictionsOf: (mode: string) => string;
  readonly search: string;
  readonly searchHint: string;
  readonly clearSearch: string;
  readonly filterLabel: string;
  readonly filters: Readonly<Record<'all' | 'allowed' | 'denied' | 'new', string>>;
  readonly bulkAllow: (count: number) => string;
  readonly bulkDeny: (count: number) => string;
  readonly viewLabel: string;
  readonly views: Readonly<Record<'tools' | 'servers', string>>;
  readonly treeLabel: string;
  readonly serversLabel: string;
  readonly allowedOf: (allowed: number, total: number) => string;
  readonly tokens: (count: number) => string;
  readonly meter: (allowed: number, known: number) => string;
  readonly meterTotal: (total: number, limit: number) => string;
  readonly overLimit: (limit: number) => string;
  readonly states: Readonly<Record<'allowed' | 'denied' | 'mixed', string>>;
  readonly origins: Readonly<Record<OriginKind, string>>;
  readonly inheritedFrom: (mode: string) => string;
  readonly availability: Readonly<
    Record<'connected' | 'not-connected' | 'known' | 'never-asked' | 'unconfigured', string>
  >;
  readonly newTool: string;
  readonly notOffered: string;
  readonly destructive: string;
  readonly acts: Readonly<Record<'allow' | 'deny' | 'clear', string>>;
  readonly actLabel: (name: string) => string;
  readonly actDone: (act: 'allow' | 'deny' | 'clear', changed: number, refused: number) => string;
  readonly cannotChange: (name: string) => string;
  readonly nameHasWildcard: string;
  readonly unlisted: Readonly<Record<'servers' | 'tools', string>>;
  readonly unlistedStates: Readonly<Record<'open' | 'closed', string>>;
  readonly tabsLabel: string;
  readonly tabs: Readonly<Record<'why' | 'rules' | 'text' | 'permissions', string>>;
  readonly pickRow: string;
  readonly decidedBy: string;
  readonly steps: string;
  readonly lists: Readonly<Record<'allowedServers' | 'disallowedServers' | 'allowedTools' | 'disallowedTools', string>>;
  readonly noRules: string;
  readonly listIsEmpty: string;
  readonly matches: (servers: number, tools: number) => string;
  readonly matchesNothing: string;
  readonly hanging: string;
  readonly conflictWith: (list: string, place: number) => string;
  readonly removeRule: (rule: string) => string;
  readonly addRule: string;
  readonly newRuleList: string;
  readonly newRuleServer: string;
  readonly newRuleTool: string;
  readonly newRulePreview: string;
  readonly add: string;
  readonly nothingWritten: string;
  readonly willBeWritten: (file: string) => string;
  readonly lineAdded: string;
  readonly lineRemoved: string;
  readonly cannotWrite: string;
  readonly permissionsSame: string;
  readonly grants: string;
  readonly takes: string;
  readonly newEscapes: string;
  readonly problems: string;
  readonly nothingFound: string;
  readonly noServers: string;
  readonly groupsLabel: string;
  readonly groups: Readonly<Record<'read' | 'edit' | 'browser' | 'command' | 'mcp' | 'modes', string>>;
  readonly limitFiles: string;
  readonly filePattern: (group: string) => string;
  readonly opensAll: string;
  readonly opens: (opened: number, total: number) => string;
  readonly opensUnknown: string;
  readonly patternBroken: (reason: string) => string;
  readonly moreFiles: (count: number) => string;
  readonly mcpOff: string;
  readonly save: string;
  readonly saving: string;
  readonly saved: string;
  readonly undo: string;
  readonly unsaved: string;
  readonly loading: string;
  readonly loadFailed: string;
  readonly tryAgain: string;
  readonly merged: string;
  readonly changedElsewhere: string;
  readonly conflict: (fields: string) => string;
  readonly conflictOfBoth: string;
  readonly keepMine: string;
  readonly takeTheirs: string;
  readonly cutName: (characters: number) => string;
}

const tools = (count: number) => (count === 1 ? '1 tool' : `${count.toLocaleString('en')} tools`);

/** The strings in English. */
export const englishStrings: EditorStrings = {
  restrictionsOf: (mode) => `MCP access of ${mode}`,
  search: 'Search servers and tools',
  searchHint: 'Press / to search',
  clearSearch: 'Clear search',
  filterLabel: 'Show',
  filters: { all: 'All', allowed: 'Allowed', denied: 'Denied', new: 'New' },
  bulkAllow: (count) => `Allow ${count.toLocaleString('en')} visible`,
  bulkDeny: (count) => `Deny ${count.toLocaleString('en')} visible`,
  viewLabel: 'What to choose',
  views: { tools: 'Tools', servers: 'Servers' },
  treeLabel: 'Servers and their tools',
  serversLabel: 'Servers',
  allowedOf: (allowed, total) => `${allowed} of ${total}`,
  tokens: (count) => `~${count.toLocaleString('en')} tokens`,
  meter: (allowed, known) => `${allowed.toLocaleString('en')} of ${known.toLocaleString('en')} MCP tools`,
  meterTotal: (total, limit) => `${total} tools with the agent’s own; several providers take ${limit}`,
  overLimit: (limit) => `More than ${limit} tools: several providers refuse the request`,
  states: { allowed: 'allowed', denied: 'denied', mixed: 'partly allowed' },
  origins: {
    default: 'Default',
    explicit: 'Named',
    pattern: 'Pattern',
    'closed-list': 'Not listed',
    inherited: 'Inherited',
    schedule: 'Condition',
    'server-file': 'Server file',
    group: 'No MCP group',
    mode: 'Mode',
  },
  inheritedFrom: (mode) => `Inherited from ${mode}`,
  availability: {
    connected: 'Connected',
    'not-connected': 'Not connected',
    known: 'Seen before',
    'never-asked': 'Never asked for its tools',
    unconfigured: 'In no server file',
  },
  newTool: 'New',
  notOffered: 'Not offered',
  destructive: 'Destructive',
  acts: { allow: 'Allow', deny: 'Deny', clear: 'Default' },
  actLabel: (name) => `Access to ${name}`,
  actDone: (act, changed, refused) =>
    [
      changed === 0 && refused === 0
        ? 'Nothing changed.'
        : `${{ allow: 'Allowed', deny: 'Denied', clear: 'Back to default' }[act]}: ${changed === 1 ? '1 row changed' : `${changed} rows changed`}.`,
      refused === 0 ? '' : `${refused} could not be changed.`,
    ]
      .join(' ')
      .trim(),
  cannotChange: (name) => `${name} could not be changed`,
  nameHasWildcard: 'Its name has a * or ?, so an entry for it would match others too.',
  unlisted: { servers: 'Servers added later', tools: 'Tools added later' },
  unlistedStates: { open: 'Allowed', closed: 'Denied' },
  tabsLabel: 'Details',
  tabs: { why: 'Why', rules: 'Rules', text: 'File', permissions: 'Permissions' },
  pickRow: 'Choose a server or a tool to see which rule decides.',
  decidedBy: 'Decided by',
  steps: 'Every check on the way',
  lists: {
    allowedServers: 'Allowed servers',
    disallowedServers: 'Denied servers',
    allowedTools: 'Allowed tools',
    disallowedTools: 'Denied tools',
  },
  noRules: 'No rules: every server that is on by default may be used.',
  listIsEmpty: 'The list is closed and empty: nothing is allowed.',
  matches: (servers, count) => `matches ${servers === 1 ? '1 server' : `${servers} servers`}, ${tools(count)}`,
  matchesNothing: 'matches nothing that is known',
  hanging: 'on a condition',
  conflictWith: (list, place) => `Contradicts entry ${place} of “${list}”; the denial holds.`,
  removeRule: (rule) => `Remove ${rule}`,
  addRule: 'Add a rule',
  newRuleList: 'List',
  newRuleServer: 'Server, * and ? are wildcards',
  newRuleTool: 'Tool, * and ? are wildcards',
  newRulePreview: 'Preview',
  add: 'Add',
  nothingWritten: 'No change: the file stays as it is.',
  willBeWritten: (file) => `Changes to ${file}`,
  lineAdded: 'added',
  lineRemoved: 'removed',
  cannotWrite: 'This cannot be written',
  permissionsSame: 'No mode may do more or less than before.',
  grants: 'Grants',
  takes: 'Takes away',
  newEscapes: 'New ways around a limit',
  problems: 'Findings',
  nothingFound: 'Nothing matches. Try another word or filter.',
  noServers: 'No MCP server is configured, and no rule names one.',
  groupsLabel: 'Tool groups',
  groups: {
    read: 'Read files',
    edit: 'Edit files',
    browser: 'Use a browser',
    command: 'Run commands',
    mcp: 'Use MCP servers',
    modes: 'Switch modes',
  },
  limitFiles: 'Only files that match',
  filePattern: (group) => `${group}: pattern of the files`,
  opensAll: 'Every file of the project is open.',
  opens: (opened, total) => `Opens ${opened} of ${total} files`,
  opensUnknown: 'The files of the project are not known here.',
  patternBroken: (reason) => `The pattern cannot be used, so no file is open: it ${reason}.`,
  moreFiles: (count) => `and ${count} more`,
  mcpOff: 'The mode does not hold the MCP group, so none of its servers can be used.',
  save: 'Save',
  saving: 'Saving…',
  saved: 'Saved.',
  undo: 'Undo',
  unsaved: 'Unsaved changes',
  loading: 'Loading…',
  loadFailed: 'The project could not be loaded',
  tryAgain: 'Try again',
  merged: 'The file was changed elsewhere. Both changes are in.',
  changedElsewhere: 'The file was changed elsewhere, and is shown as it is now.',
  conflict: (fields) => `The file was changed elsewhere in the same place: ${fields}. Nothing was written.`,
  conflictOfBoth:
    'The file was changed elsewhere, and both changes together would allow more than each. Nothing was written.',
  keepMine: 'Keep mine',
  takeTheirs: 'Take theirs',
  cutName: (characters) => `${characters.toLocaleString('en')} more characters`,
};
