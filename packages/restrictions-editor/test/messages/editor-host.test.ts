import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  answerHttp,
  connectByHttp,
  connectByMessages,
  createEditorHost,
  type EditorClient,
  type EditorFiles,
  type MessageChannelEnd,
  serveMessages,
} from '@modegate/restrictions-editor/messages';
import { projectEditorFiles } from '@modegate/restrictions-editor/node';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { modesText, project } from '../support/projects.ts';

let root: string;
const closing: (() => void)[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'editor-host-'));
  writeFileSync(join(root, '.roomodes'), modesText);
  writeFileSync(
    join(root, '.mcp.json'),
    JSON.stringify({ mcpServers: { github: { command: 'g', env: { TOKEN: 'hunter2' } }, jira: { command: 'j' } } }),
  );
});
afterEach(() => {
  for (const close of closing.splice(0)) close();
  rmSync(root, { recursive: true, force: true });
});
const saved = () => readFileSync(join(root, '.roomodes'), 'utf8');
const write = (text: string) => writeFileSync(join(root, '.roomodes'), text);
const files = (): EditorFiles =>
  projectEditorFiles({ projectRoot: root, describe: () => ({ offered: project.offered }) });

const wires: Readonly<Record<string, (host: EditorFiles) => EditorClient>> = {
  postMessage: (given) => {
    const { port1, port2 } = new MessageChannel();
    const served = serveMessages(createEditorHost(given), endOf(port1));
    const client = connectByMessages(endOf(port2));
    closing.push(() => {
      client.close();
      served.close();
      port1.close();
    });
    return client;
  },
  http: (given) => {
    const host = createEditorHost(given);
    const send = ((url: string, init: RequestInit) => answerHttp(host, new Request(url, init))) as typeof fetch;
    const client = connectByHttp('http://localhost/editor', { fetch: send, modeSlug: 'docs', pollMs: 1 });
    closing.push(client.close);
    return client;
  },
};

function endOf(port: InstanceType<typeof MessageChannel>['port1']): MessageChannelEnd {
  return {
    post: (message) => port.postMessage(message),
    listen(listener) {
      const heard = ({ data }: MessageEvent) => listener(data);
      port.addEventListener('message', heard);
      port.start();
      return () => port.removeEventListener('message', heard);
    },
  };
}

describe.each(Object.keys(wires))('the editor host over %s', (wire) => {
  const connect = (given = files()) => (wires[wire] as (given: EditorFiles) => EditorClient)(given);
  const base = async (client: EditorClient) => {
    const { project: given } = await client.getMcpServersForMode('docs');
    return { given, restrictions: { disallowedTools: [{ serverName: 'github', toolName: 'delete_repo' }] } };
  };

  test('the host returns the servers of a mode with their permissions and without secrets', async () => {
    const answer = await connect().getMcpServersForMode('docs');
    expect(answer.servers[0]).toEqual({
      name: 'github',
      allowed: true,
      tools: [
        { name: 'create_issue', allowed: true },
        { name: 'delete_repo', allowed: false },
        { name: 'search', allowed: true },
      ],
    });
    expect(JSON.stringify(answer)).not.toContain('hunter2');
    expect(answer.project.edited).toEqual({ layer: 'project', file: '.roomodes', text: modesText });
  });

  test('an editor update keeps every other byte of the file', async () => {
    const client = connect();
    const { restrictions } = await base(client);
    const answer = await client.updateModeRestrictions({
      modeSlug: 'docs',
      base: { restrictions },
      restrictions: { ...restrictions, disallowedServers: ['jira'] },
    });
    expect(answer).toMatchObject({ type: 'modeRestrictionsUpdated', outcome: 'saved' });
    expect(saved()).toBe(`${modesText}      disallowedServers:\n        - jira\n`);
  });

  test('rules for commands are saved, kept by an update without them, and removed by name', async () => {
    const client = connect();
    const { restrictions } = await base(client);
    const update = (more: object, known: object = {}) =>
      client.updateModeRestrictions({ modeSlug: 'docs', base: { restrictions, ...known }, restrictions, ...more });
    const commands = { allowedCommands: ['git status *'], askCommands: ['git push'] };
    expect(await update({ commands }, { commands: null })).toMatchObject({ outcome: 'saved' });
    const written = `${modesText}    commandRestrictions:\n      allowedCommands:\n        - git status *\n      askCommands:\n        - git push\n`;
    expect(saved()).toBe(written);
    expect(await update({})).toMatchObject({ outcome: 'unchanged' });
    const added = { ...commands, disallowedCommands: ['rm'] };
    write(`${written}      disallowedCommands: [rm]\n`);
    expect(
      await update({ commands: { ...commands, askCommands: ['git push', 'git pull'] } }, { commands }),
    ).toMatchObject({
      outcome: 'merged',
    });
    expect(saved()).toContain('disallowedCommands: [rm]');
    expect(saved()).toContain('- git pull');
    await update({ commands: null }, { commands: { ...added, askCommands: ['git push', 'git pull'] } });
    expect(saved()).toBe(modesText);
  });

  test('unreadable rules for commands are not lost by another change in the editor', async () => {
    const broken = `${modesText}    commandRestrictions:\n`;
    write(broken);
    const client = connect();
    const { restrictions } = await base(client);
    const groups = ['read', ['edit', { fileRegex: '\\.md$', description: 'Markdown only' }], 'mcp'] as const;
    const known = { restrictions, groups, commands: null };
    const update = client.updateModeRestrictions({ modeSlug: 'docs', ...known, groups: ['read'], base: known });
    await expect(update).rejects.toMatchObject({ code: 'MODE_INVALID' });
    expect(saved()).toBe(broken);
  });

  test('an editor change is merged with a change made elsewhere in the meantime', async () => {
    const client = connect();
    const { restrictions } = await base(client);
    write(
      modesText.replace(
        '        - serverName: github',
        '        - serverName: jira\n          toolName: search\n        - serverName: github',
      ),
    );
    const answer = await client.updateModeRestrictions({
      modeSlug: 'docs',
      base: { restrictions },
      restrictions: { ...restrictions, disallowedServers: ['vault'] },
    });
    expect(answer).toMatchObject({ outcome: 'merged' });
    expect(saved()).toContain('- serverName: jira');
    expect(saved()).toContain('- vault');
  });

  test('a change that contradicts one made elsewhere is shown, and nothing is written', async () => {
    const client = connect();
    const { restrictions } = await base(client);
    const theirs = `${modesText}      allowedServers: [jira]\n`;
    write(theirs);
    const answer = await client.updateModeRestrictions({
      modeSlug: 'docs',
      base: { restrictions },
      restrictions: { ...restrictions, allowedServers: ['github'] },
    });
    expect(answer).toMatchObject({ type: 'modeRestrictionsConflict', fields: ['allowedServers'] });
    expect(answer.project.edited.text).toBe(theirs);
    expect(saved()).toBe(theirs);
  });

  test('the editor host rereads a file that changes between reading and writing', async () => {
    const under = files();
    let isFirst = true;
    const client = connect({
      async read(modeSlug) {
        const reading = await under.read(modeSlug);
        return {
          ...reading,
          async save(mode) {
            if (isFirst) write(`${modesText}      disallowedServers: [jira]\n`);
            isFirst = false;
            return reading.save(mode);
          },
        };
      },
    });
    const { restrictions } = await base(client);
    const answer = await client.updateModeRestrictions({
      modeSlug: 'docs',
      base: { restrictions },
      restrictions: { ...restrictions, disallowedServers: ['vault'] },
    });
    expect(answer).toMatchObject({ outcome: 'merged' });
    expect(saved()).toContain('disallowedServers: [jira, vault]');
  });

  test('the editor host checks restrictions before it saves them', async () => {
    const check = async (restrictions: object | null) =>
      (await connect().validateMcpRestrictions({ modeSlug: 'docs', restrictions })).validation;
    expect(await check(null)).toEqual({ valid: true, problems: [] });
    expect(await check({ allowedServers: ['gitub'] })).toMatchObject({
      valid: true,
      problems: [{ code: 'RESTRICTION_SERVER_UNKNOWN', message: expect.stringContaining("Did you mean 'github'") }],
    });
    expect(await check({ allowedServer: ['github'] })).toMatchObject({
      valid: false,
      problems: [{ severity: 'error' }],
    });
  });

  test('the host reports an error and writes nothing', async () => {
    const client = connect();
    await expect(client.getMcpServersForMode('dosc')).rejects.toMatchObject({
      code: 'MODE_UNKNOWN',
      message: expect.stringContaining('docs'),
    });
    const { restrictions } = await base(client);
    const update = client.updateModeRestrictions({
      modeSlug: 'docs',
      base: { restrictions },
      restrictions: { allowedServers: 1 } as object,
    });
    await expect(update).rejects.toMatchObject({ code: 'MODE_INVALID' });
    expect(saved()).toBe(modesText);
  });

  test('two simultaneous updates both end up in the file', async () => {
    const client = connect();
    const { restrictions } = await base(client);
    const update = (server: string) =>
      client.updateModeRestrictions({
        modeSlug: 'docs',
        base: { restrictions },
        restrictions: { ...restrictions, disallowedServers: [server] },
      });
    const outcomes = await Promise.all([update('github'), update('jira')]);
    expect(outcomes).toMatchObject([{ outcome: 'saved' }, { outcome: 'merged' }]);
    expect(saved()).toMatch(/- github\n\s+- jira/);
  });
});

test('an editor over HTTP notices that the file changed', async () => {
  const client = (wires.http as (given: EditorFiles) => EditorClient)(files());
  const changed = new Promise<void>((resolve) => closing.push(client.onChange(resolve)));
  await client.getMcpServersForMode('docs');
  await client.getMcpServersForMode('docs');
  write(`${modesText}# later\n`);
  await changed;
});

test.each([
  ['no message', undefined],
  ['another type', { type: 'getSecrets', id: '1' }],
  ['no slug', { type: 'getMcpServersForMode', id: '1' }],
  ['a further key', { type: 'getMcpServersForMode', id: '1', modeSlug: 'docs', path: '/etc/passwd' }],
  [
    'restrictions that are no mapping',
    { type: 'validateMcpRestrictions', id: '1', modeSlug: 'docs', restrictions: [] },
  ],
  [
    'groups that are none',
    {
      type: 'updateModeRestrictions',
      id: '1',
      modeSlug: 'docs',
      restrictions: null,
      groups: ['root'],
      base: { restrictions: null },
    },
  ],
])('the editor host refuses a message with %s', async (_case, message) =>
  expect(await createEditorHost(files()).answer(message)).toMatchObject({
    type: 'editorFailure',
    code: 'REQUEST_INVALID',
  }),
);

test.each([
  ['GET', undefined, 405],
  ['POST', 'text/plain', 415],
  ['POST', 'application/json', 400],
])('a %s request with %s is answered with %d', async (method, type, status) => {
  const request = new Request('http://localhost/', {
    method,
    ...(method === 'POST' ? { body: 'x' } : {}),
    headers: type === undefined ? {} : { 'content-type': type },
  });
  expect((await answerHttp(createEditorHost(files()), request)).status).toBe(status);
});

test('Q7: the messages of the requirement get their answers without any wrapper', async () => {
  const { port1, port2 } = new MessageChannel();
  const served = serveMessages(createEditorHost(files()), endOf(port1));
  closing.push(() => {
    served.close();
    port1.close();
  });
  const ask = (message: object) =>
    new Promise<ReturnType<typeof JSON.parse>>((resolve) => {
      const stop = endOf(port2).listen((answer) => {
        stop();
        resolve(answer);
      });
      port2.postMessage(message);
    });
  const restrictions = { allowedServers: ['github'] };
  const updated = await ask({ type: 'updateModeRestrictions', modeSlug: 'docs', restrictions });
  expect(updated).toMatchObject({ type: 'modeRestrictionsUpdated', outcome: 'saved' });
  expect(saved()).toContain('allowedServers');
  const answer = await ask({ type: 'getMcpServersForMode', modeSlug: 'docs' });
  expect(answer).toMatchObject({ type: 'mcpServersForMode', servers: [{ name: 'github', allowed: true }] });
  expect([updated, answer].every((each) => !('id' in each) && !('channel' in each))).toBe(true);
  expect(await ask({ type: 'getMcpServersForMode', modeSlug: 'dosc' })).toMatchObject({ code: 'MODE_UNKNOWN' });
});
