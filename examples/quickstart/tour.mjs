// A self-checking tour: the real server, over stdio, on this folder. Exits with 1 at the first answer that is not the expected one.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const project = fileURLToPath(new URL('.', import.meta.url));
const server = fileURLToPath(new URL('../../apps/modes-server/dist/cli.js', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'modegate-tour-'));
const auditLog = join(scratch, 'audit.jsonl');

const client = new Client({ name: 'modegate-tour', version: '1.0.0' });
const transport = new StdioClientTransport({
  command: process.execPath,
  args: [
    server,
    '--project-root',
    project,
    '--global-config-dir',
    scratch,
    '--audit-log',
    auditLog,
    '--log-level',
    'ERROR',
    // The servers of the sample are made up; nothing is to be started.
    '--gateway',
    'off',
  ],
});

try {
  await client.connect(transport);
  await tour();
} finally {
  await client.close();
  rmSync(scratch, { recursive: true, force: true });
}

async function tour() {
  heading('Modes', 'what an agent can be in this project');
  const modes = await call('list_modes', {});
  show(modes.text);
  assert.deepEqual(
    modes.facts.modes.map((mode) => mode.slug),
    ['architect', 'code', 'ask', 'debug', 'orchestrator', 'docs-writer', 'release'],
  );

  heading('A task', 'in the mode docs-writer');
  const task = await call('create_task', { mode_slug: 'docs-writer', initial_message: 'Describe the new login page' });
  show(task.text);
  const session_id = task.facts.session_id;

  heading('Calls', 'each judged by the rules of the mode');
  await validate(
    { session_id, tool_name: 'write_to_file', tool_params: { path: 'docs/login.md', content: '# Login' } },
    true,
  );
  await validate(
    { session_id, tool_name: 'write_to_file', tool_params: { path: 'docs/../src/login.ts', content: '' } },
    false,
  );
  await validate({ session_id, tool_name: 'execute_command', tool_params: { command: 'npm publish' } }, false);
  await validate({ session_id, tool_name: 'use_mcp_tool', mcp_server: 'github', mcp_tool: 'search_code' }, true);
  await validate({ session_id, tool_name: 'use_mcp_tool', mcp_server: 'github', mcp_tool: 'create_issue' }, false);
  await validate({ session_id, tool_name: 'use_mcp_tool', mcp_server: 'production', mcp_tool: 'deploy' }, false);

  heading('A switch', 'the same task, other rules');
  const switched = await call('switch_mode', {
    session_id,
    new_mode_slug: 'release',
    reason: 'The page is written; release it',
  });
  show(switched.text);
  console.log('');
  await validate({ session_id, tool_name: 'use_mcp_tool', mcp_server: 'production', mcp_tool: 'deploy_status' }, true);
  await validate({ session_id, tool_name: 'use_mcp_tool', mcp_server: 'production', mcp_tool: 'deploy' }, false);

  heading('A mode as a resource', 'mode://docs-writer/system_prompt');
  const prompt = await client.readResource({ uri: 'mode://docs-writer/system_prompt' });
  show(prompt.contents[0].text);
  assert.match(prompt.contents[0].text, /second person/);

  heading('The audit trail', 'what was asked, what was answered, and by which rule');
  await call('complete_task', { session_id, status: 'completed', result: 'Released.' });
  const info = await call('get_task_info', { session_id, include_audit: true });
  show(info.text);
  assert.equal(info.facts.decisions.length, 8);
  assert.equal(readFileSync(auditLog, 'utf8').trim().split('\n').length, 8);

  heading(
    'Use it',
    "put this into your MCP client's configuration, or run: npx -y @modegate/modes-server install --client roo",
  );
  show(
    JSON.stringify(
      {
        mcpServers: {
          modegate: {
            command: 'npx',
            args: ['-y', '@modegate/modes-server', '--project-root', '/path/to/your/project'],
          },
        },
      },
      null,
      2,
    ),
  );
}

async function call(name, args) {
  const result = await client.callTool({ name, arguments: args });
  assert.notEqual(result.isError, true, `${name}: ${result.content[0].text}`);
  return { text: result.content[0].text, facts: result.structuredContent };
}

async function validate(request, expected) {
  const { session_id: _, tool_name, ...details } = request;
  console.log(styleText('dim', `  → ${tool_name} ${JSON.stringify(details.tool_params ?? details)}`));
  const { text, facts } = await call('validate_tool_use', request);
  show(text, facts.allowed ? 'green' : 'red');
  assert.equal(facts.allowed, expected, text);
}

function heading(title, subtitle) {
  console.log(`\n${styleText('bold', `── ${title} `)}${styleText('dim', `· ${subtitle}`)}\n`);
}

function show(text, colour) {
  const [first, ...rest] = text.split('\n');
  console.log(`  ${colour === undefined ? first : styleText(colour, first)}`);
  for (const line of rest) console.log(line === '' ? '' : `  ${line}`);
  if (colour !== undefined) console.log('');
}
