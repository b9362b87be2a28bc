import { type AgentTools, alike, tool } from '../agent-tool.ts';

/** opencode 1.18.33. */
export const opencodeTools: AgentTools = {
  read: tool('read', { file: 'filePath', none: 'offset limit' }),
  write: tool('write', { file: 'filePath', content: 'content' }),
  edit: tool('edit', { file: 'filePath', content: 'oldString newString', none: 'replaceAll' }),
  multiedit: tool('edit', {
    file: 'filePath edits[].filePath',
    content: 'edits[].oldString edits[].newString',
    none: 'edits[].replaceAll',
  }),
  ...alike(tool('patch', { patch: 'patchText' }), 'apply_patch patch'),
  glob: tool('search', { glob: 'pattern', folder: 'path' }),
  grep: tool('search', { glob: 'include', folder: 'path', content: 'pattern' }),
  list: tool('list', { folder: 'path', none: 'ignore[]' }),
  lsp: tool('index', { file: 'filePath', content: 'query', none: 'operation line character' }),
  bash: tool('command', { command: 'command', workdir: 'workdir', none: 'description timeout' }),
  // Code that calls tools.
  execute: tool('command', { code: 'code' }),
  webfetch: tool('web', { url: 'url', none: 'format timeout' }),
  websearch: tool('web', { content: 'query', none: 'contextMaxCharacters livecrawl numResults type' }),
  codesearch: tool('web', { content: 'query' }),
  list_mcp_resources: tool('resource', { server: 'server', none: 'cursor' }),
  list_mcp_resource_templates: tool('resource', { server: 'server', none: 'cursor' }),
  read_mcp_resource: tool('resource', { server: 'server', url: 'uri' }),
  task: tool('subagent', { content: 'description prompt command', none: 'subagent_type task_id background' }),
  skill: tool('skill', { none: 'name' }),
  question: tool('question', {
    content: 'questions[].question questions[].header questions[].options[].label questions[].options[].description',
    none: 'questions[].multiple',
  }),
  todowrite: tool('own', { content: 'todos[].content', none: 'todos[].priority todos[].status' }),
  // `invalid` replaces a call to an unavailable tool and does nothing.
  ...alike(tool('own'), 'todoread plan_enter plan_exit invalid'),
};

/** Kilo CLI 7.7.7, which has opencode's tools and some additional ones. */
export const kiloTools: AgentTools = {
  ...opencodeTools,
  grep: tool('search', {
    glob: 'include',
    folder: 'path',
    content: 'pattern',
    none: 'context ignoreCase limit literal',
  }),
  background_process: tool(
    'command',
    {
      command: 'command',
      workdir: 'workdir',
      none: 'action description id inherit persistent ready.pattern ready.port ready.timeout',
    },
    // The tool passes the text through `eval` in double quotes, so a shell expands even single-quoted text.
    { shell: 'unknown', continues: true },
  ),
  interactive_terminal: tool('command'),
  ...alike(tool('index'), 'codebase_search semantic_search'),
  // Content of other sessions, including the files that they read.
  kilo_local_recall: tool('index', { content: 'query', none: 'limit mode sessionID' }),
  question: tool('question', {
    content:
      'questions[].question questions[].header questions[].default questions[].options[].label questions[].options[].description',
    none: 'questions[].multiple questions[].headerKey questions[].questionKey questions[].options[].labelKey questions[].options[].descriptionKey questions[].options[].mode',
  }),
  // Has no effect until the user accepts it.
  suggest: tool('question', { content: 'suggest actions[].label actions[].description actions[].prompt' }),
  mode_switch: tool('switch-mode'),
  board_post: tool('own', { content: 'body', none: 'to type reply_to' }),
  board_read: tool('own', { none: 'since limit' }),
  schedule_wakeup: tool('own', { content: 'prompt reason', none: 'delay when' }),
  cancel_wakeup: tool('own', { none: 'action id' }),
  notify_user: tool('own'),
};
