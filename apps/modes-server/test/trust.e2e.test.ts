import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, writeInto } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import { upstream } from './gateway/support/upstreams.ts';
import { runServer } from './support/built-server.ts';

/** A project that names two servers, and the commands that are run in it. */
function createProject() {
  const one = upstream('two-tools.ts', ['one'], {
    env: { NODE_OPTIONS: '--no-warnings', API_TOKEN: 'not-to-be-shown' },
  });
  const two = upstream('two-tools.ts', ['two']);
  const write = (servers: object) => writeInto(cwd, '.mcp.json', JSON.stringify({ mcpServers: servers }));
  const where = { cwd: createFolder(), home: createFolder() };
  const { cwd } = where;
  write({ one: one.entry, two: two.entry });
  return { one, two, write, cwd, run: (...args: readonly string[]) => runServer(args, where) };
}

describe.concurrent('security, trust: the commands', () => {
  test('tools and doctor start only servers trusted by name, and explain how to trust the rest', async () => {
    const { run, one, two } = createProject();
    for (const command of ['tools', 'doctor']) {
      const { stdout } = await run(command);
      expect(stdout).toMatch(/one.*only this project configures it.*'modes-server trust one'/);
    }
    expect([one.starts(), two.starts()]).toEqual([0, 0]);
    const agreeing = await run('trust', 'one');
    expect(agreeing).toMatchObject({ code: 0, stdout: expect.stringMatching(/two-tools\.ts one[\s\S]*Trusted: one/) });
    expect(agreeing.stdout).toMatch(/environment: .*NODE_OPTIONS=--no-warnings API_TOKEN=…/);
    expect(agreeing.stdout).not.toContain('not-to-be-shown');
    const { stdout } = await run('tools');
    expect(stdout).toContain('one__echo');
    expect(stdout).not.toContain('two__echo');
    expect([one.starts() > 0, two.starts()]).toEqual([true, 0]);
    expect((await run('doctor', '--offline')).stdout).toMatch(
      /two +in every mode whose lists allow it, not started: not yet trusted/,
    );
  });

  test('trust without a terminal shows all servers and trusts none, but --yes trusts all', async () => {
    const { run } = createProject();
    const unattended = await run('trust');
    expect(unattended).toMatchObject({ code: 2, stderr: expect.stringMatching(/not a terminal/) });
    expect(unattended.stdout).toMatch(/two-tools\.ts one[\s\S]*two-tools\.ts two/);
    expect((await run('trust', '--list')).stdout).toMatch(/one: not yet trusted[\s\S]*two: not yet trusted/);
    expect(await run('trust', '--yes')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Trusted: one\nTrusted: two/),
    });
    expect((await run('trust', '--list')).stdout).toMatch(/one: trusted on 20[\s\S]*two: trusted on 20/);
    expect(await run('trust')).toMatchObject({ code: 0, stdout: expect.stringMatching(/trusted every server/) });
  });

  test('trust --revoke revokes the consent for named servers or for all, even for a removed entry', async () => {
    const { run, write, two } = createProject();
    await run('trust', '--yes');
    expect((await run('trust', '--revoke', 'one')).stdout).toBe('Withdrawn: one\n');
    write({ two: { ...two.entry, args: ['--other'] } });
    expect((await run('trust', '--list')).stdout).toMatch(
      /two: not yet trusted[\s\S]*two: trusted on .*the project has since changed it/,
    );
    expect((await run('trust', '--revoke')).stdout).toBe('Withdrawn: two\n');
    expect((await run('trust', '--revoke', 'two')).code).toBe(2);
  });

  test('trust suggests the nearest name, and ignores disabled servers', async () => {
    const { run, write, one } = createProject();
    expect(await run('trust', 'onee')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Did you mean 'one'?"),
    });
    write({ one: { ...one.entry, disabled: true } });
    expect(await run('trust', 'one')).toMatchObject({ code: 2 });
    expect((await run('trust', '--list')).stdout).toBe(
      'This project does not define any servers that need to be trusted.\n',
    );
  });

  test('consents that concurrent processes record are all kept, and count for one project only', async () => {
    const project = createProject();
    const names = Array.from({ length: 6 }, (_, index) => `s${index}`);
    project.write(Object.fromEntries(names.map((name) => [name, { command: name }])));
    const outcomes = await Promise.all(names.map((name) => project.run('trust', name)));
    expect(outcomes.map(({ code }) => code)).toEqual(names.map(() => 0));
    expect((await project.run('trust', '--list')).stdout.match(/trusted on/g)).toHaveLength(6);
    const copy = createFolder();
    writeInto(copy, '.mcp.json', JSON.stringify({ mcpServers: { s0: { command: 's0' } } }));
    expect((await project.run('trust', '--list', '--project-root', copy)).stdout).toMatch(/s0: not yet trusted/);
    expect(
      (await project.run('trust', '--list', '--project-root', join(realpathSync(project.cwd), '.'))).stdout,
    ).toMatch(/s0: trusted/);
  });

  test('tools --show prints the whole definition that an approval covers, with its hash', async () => {
    const { run } = createProject();
    const { stdout, code } = await run('tools', '--trust-project', '--show', 'one__echo');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^sha256 [0-9a-f]{16}\n\{\n {2}"server": "one"/)]);
    expect(JSON.parse(stdout.slice(stdout.indexOf('{')))).toMatchObject({
      name: 'echo',
      inputSchema: { properties: {} },
    });
    expect(await run('tools', '--trust-project', '--show', 'one__no')).toMatchObject({ code: 2 });
    expect(await run('tools', '--trust-project', '--approve-instructions', 'one')).toMatchObject({ code: 2 });
  });

  test('--trust-project, its variable and its key start the servers without a question', async () => {
    const { run, cwd } = createProject();
    expect((await run('tools', '--trust-project')).stdout).toContain('two__echo');
    writeInto(cwd, 'config.json', JSON.stringify({ gateway: { trust_project: true } }));
    expect((await run('tools', '--config', 'config.json')).stdout).toContain('two__echo');
  });
});
