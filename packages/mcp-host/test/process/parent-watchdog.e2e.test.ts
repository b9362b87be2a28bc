import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { isAlive } from '../support/scripted-server.ts';

const parentWatchdog = fileURLToPath(new URL('../../src/process/parent-watchdog.ts', import.meta.url));

// Tells a watch of groups that it gets a line each, says what it has told, and does nothing else.
const host = `
  const { createParentWatchdog } = await import(${JSON.stringify(parentWatchdog)});
  const watch = createParentWatchdog();
  let rest = '';
  process.stdin.on('data', (chunk) => {
    const lines = (rest + chunk).split('\\n');
    rest = lines.pop();
    for (const line of lines) {
      const [what, id] = line.split(' ');
      watch[what](Number(id));
      console.log(line);
    }
  });
`;

const deaf = "process.on('SIGTERM', () => undefined); console.log('ready'); setInterval(() => {}, 1e6)";
const obedient = "process.on('SIGTERM', () => process.exit()); console.log('ready'); setInterval(() => {}, 1e6)";
const orphaning = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(deaf)}], { stdio: 'inherit' }).once('spawn', function () { console.log('child', this.pid); process.exit(); })`;

const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // It has gone already.
    }
  }
});

async function startGroup(script: string): Promise<number> {
  return (await startProgram(script)).pid ?? 0;
}

async function startProgram(script: string): Promise<{ readonly pid: number | undefined; readonly said: string }> {
  const child = spawn(process.execPath, ['-e', script], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  started.push(child);
  const [said] = await once(child.stdout, 'data');
  return { pid: child.pid, said: String(said) };
}

async function startHost(): Promise<{ readonly say: (line: string) => Promise<void>; readonly kill: () => void }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', host], {
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  started.push(child);
  return {
    say: async (line) => {
      child.stdin.write(`${line}\n`);
      await once(child.stdout, 'data');
    },
    kill: () => process.kill(-(child.pid ?? 0), 'SIGKILL'),
  };
}

describe.skipIf(process.platform === 'win32')('the watchdog after our process and its group are killed', () => {
  test('the watchdog ends the processes it knows, first politely and then by force', async () => {
    const [polite, stubborn] = [await startGroup(obedient), await startGroup(deaf)];
    const { say, kill } = await startHost();
    await say(`add ${polite}`);
    await say(`add ${stubborn}`);
    kill();
    await expect.poll(() => [polite, stubborn].filter(isAlive)).toEqual([]);
  });

  test('the watchdog ends the rest of a group whose leader has gone', async () => {
    const { pid, said } = await startProgram(orphaning);
    const orphan = Number(/child (\d+)/u.exec(said)?.[1]);
    const { say, kill } = await startHost();
    await expect.poll(() => isAlive(pid ?? 0)).toBe(false);
    await say(`add ${pid}`);
    expect(isAlive(orphan)).toBe(true);
    kill();
    await expect.poll(() => isAlive(orphan)).toBe(false);
  });

  test('the watchdog leaves forgotten processes running', async () => {
    const [forgotten, other] = [await startGroup(deaf), await startGroup(deaf)];
    const { say, kill } = await startHost();
    for (const line of [`add ${forgotten}`, `add ${other}`, `remove ${forgotten}`]) await say(line);
    kill();
    await expect.poll(() => isAlive(other)).toBe(false);
    expect(isAlive(forgotten)).toBe(true);
  });
});
