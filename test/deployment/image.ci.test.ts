import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { twoTools } from '../../apps/modes-server/test/gateway/support/upstreams.ts';
import { connectHttp, initialize, post } from '../../apps/modes-server/test/support/http-wire.ts';
import { collectOutput } from '../../packages/cli-kit/src/testing/index.ts';
import { freePort } from '../support/free-port.ts';
import { type UnpackedImage, unpackImage } from './support/unpacked-image.ts';

let image: UnpackedImage;
const running = new Set<ChildProcessWithoutNullStreams>();

beforeAll(() => {
  image = unpackImage();
});

afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

// It is an image for Linux.
describe.skipIf(process.platform === 'win32')('the image command, unpacked into an empty folder', () => {
  test('the image refuses to serve everybody while no allowed names are configured', async () => {
    const { code, stderr } = await image.run({});
    expect([code, stderr]).toEqual([2, expect.stringContaining('MODEGATE_HTTP_ALLOWED_HOSTS')]);
  });

  test('the image serves, passes its health check, refuses requests without a token, and finishes calls on SIGTERM', async () => {
    const authorization = { Authorization: `Bearer ${await addToken()}` };
    const port = await freePort();
    // What it logs would go to a folder of another user.
    const { env: _log, ...alpha } = twoTools('alpha').entry;
    const servers = join(image.folder, 'servers.json');
    writeFileSync(servers, JSON.stringify({ mcpServers: { alpha } }));
    const variables = { MODEGATE_HTTP: `127.0.0.1:${port}`, MODEGATE_SERVERS: servers };
    const { url, child } = await serve(variables);
    const ended = once(child, 'close');
    const page = async (path: string) => (await fetch(new URL(path, url))).status;
    expect(await image.run(variables, image.health)).toMatchObject({ code: 0, stderr: '' });
    await expect.poll(() => page('/readyz')).toBe(200);
    expect(await page('/healthz')).toBe(200);
    expect((await post(url, initialize)).status).toBe(401);
    const client = await connectHttp(`${url}/code`, authorization);
    const listed = async () => JSON.stringify((await client.request('tools/list')).json.result.tools);
    await expect.poll(listed).toContain('alpha__slow');
    const slow = client.call('alpha__slow', { ms: 5000 });
    // It is on its way once something else that was sent after it is answered.
    await client.request('ping');
    child.kill('SIGTERM');
    await expect.poll(() => page('/readyz')).toBe(503);
    expect((await post(`${url}/code`, initialize, authorization)).status).toBe(503);
    expect((await slow).content).toEqual([expect.objectContaining({ type: 'text' })]);
    expect(await ended).toEqual([0, null]);
    expect(await image.run(variables, image.health)).toMatchObject({ code: 1 });
  });

  test('the image follows modes and tokens as Kubernetes mounts them: links that change their target', async () => {
    const [project, tokens] = [join(image.folder, 'project'), join(image.folder, 'etc/modegate/tokens')];
    const authorization = { Authorization: `Bearer ${await addToken('mounted')}` };
    const written = readFileSync(join(tokens, 'tokens.json'), 'utf8');
    rmSync(join(tokens, 'tokens.json'));
    mount(tokens, '1', { 'tokens.json': written });
    mount(project, '1', { '.roomodes': modesWith('first') });
    const { url, child } = await serve({ MODEGATE_HTTP: `127.0.0.1:${await freePort()}` });
    const ended = once(child, 'close');
    const statusOf = async (mode: string) => (await post(`${url}/${mode}`, initialize, authorization)).status;
    expect([await statusOf('first'), await statusOf('second')]).toEqual([200, 404]);
    mount(project, '2', { '.roomodes': modesWith('second') });
    await expect.poll(() => statusOf('second')).toBe(200);
    mount(tokens, '2', { 'tokens.json': '{ "version": 1, "tokens": [] }' });
    expect(await statusOf('second')).toBe(401);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});

async function serve(variables: Readonly<Record<string, string>>) {
  const child = image.start(variables);
  running.add(child);
  const stderr = collectOutput(child.stderr);
  child.stdout.resume();
  await expect.poll(stderr).toMatch(/^Serving on \S+$/m);
  const url = /^Serving on (\S+)$/m.exec(stderr())?.[1] ?? '';
  return { url, child };
}

/** Makes a token with the image, as its owner does, into the folder that is mounted. */
async function addToken(name = 'ci'): Promise<string> {
  const folder = join(image.folder, 'etc/modegate/tokens');
  if (process.getuid?.() === 0) chownSync(folder, 1000, 1000);
  const { stdout, stderr } = await image.run({}, image.withArguments(['token', 'add', name, '--modes', '*']));
  expect(stderr).toMatch(/is shown only once/);
  return stdout.trim();
}

/** What a volume of a ConfigMap looks like: each file is a link into `..data`, which is a link to the newest folder. */
function mount(folder: string, revision: string, files: Readonly<Record<string, string>>): void {
  const content = `..${revision}`;
  mkdirSync(join(folder, content));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, content, name), text);
    if (!existsSync(join(folder, name))) symlinkSync(join('..data', name), join(folder, name));
  }
  symlinkSync(content, join(folder, '..data_tmp'));
  renameSync(join(folder, '..data_tmp'), join(folder, '..data'));
}

function modesWith(slug: string): string {
  return JSON.stringify({ customModes: [{ slug, name: slug, roleDefinition: 'You help.', groups: ['read'] }] });
}
