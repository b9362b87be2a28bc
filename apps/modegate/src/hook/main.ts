import { writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  answerAgent,
  type CommandAgent,
  commandAgents,
  maxPayloadBytes,
  refuseCall,
  type Verdict,
} from '@modegate/agent-hooks';
import { readWhole } from '../read-whole.ts';
import { stateDir, wantedGlobalFolder } from '../settings.ts';
import { askSocket } from './ask-socket.ts';
import { type HookJudgeOptions, judgeAndRecord } from './judge-and-record.ts';
import { loadCachedProject } from './project-cache.ts';
import { endProcess, standardInput } from './standard-input.ts';

// Shorter than every agent's own time limit: an agent allows the call when that limit expires.
const timeoutMs = 15_000;

const [, , , agent, ...flags] = process.argv;
const known = commandAgents.find((name) => name === agent);
if (known === undefined) {
  process.stderr.write(
    `modegate: \`modegate hook\` expects an agent (${commandAgents.join(', ')}) or a command (install, uninstall, status, doctor)${agent === undefined ? '' : `; received '${agent.slice(0, 60)}'`}. See 'modegate help hook'.\n`,
  );
  process.exit(2);
}
// The launcher accepts an answer only after this word, so that a program that ends without a verdict is not taken as
// consent.
const word = flags[flags.indexOf('--word') + 1];
const answer = answerOnce(known, flags.includes('--word') ? `${word}\n` : '');
// No error may end the program silently, because every agent takes silence as consent.
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error) => answer(failed(error)));
setTimeout(() => answer(failed(`it took more than ${timeoutMs / 1000} seconds`)), timeoutMs);
void run(known, flags).then(answer, (error: unknown) => answer(failed(error)));

/** A verdict, or the text to return to the agent. */
type Answered = Verdict | { readonly stdout: string };

async function run(name: CommandAgent, args: readonly string[]): Promise<Answered> {
  const { socket, ...question } = readFlags(name, args);
  const payload = await readWhole(standardInput(), 'The payload', maxPayloadBytes);
  if (!payload.ok) return refuseCall('PAYLOAD_INVALID', `${payload.detail}.`);
  if (socket === undefined) return judgeAndRecord(payload.value, question, loadCachedProject);
  return { stdout: await askSocket(payload.value, { ...question, agent: name, socket }) };
}

function readFlags(
  name: CommandAgent,
  args: readonly string[],
): HookJudgeOptions & { readonly socket: string | undefined } {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      mode: text,
      'project-root': text,
      global: { type: 'boolean' },
      'global-config-dir': text,
      'audit-log': text,
      socket: text,
      word: text,
    },
  });
  return {
    agent: name,
    socket: values.socket,
    mode: values.mode,
    projectRoot: values['project-root'],
    // The working folder in the payload changes when `cd` is run in Claude Code's shell.
    startFolder: (name === 'claude-code' && process.env.CLAUDE_PROJECT_DIR) || undefined,
    globalConfigDir: wantedGlobalFolder({ global: values.global, globalConfigDir: values['global-config-dir'] }),
    home: homedir(),
    state: stateDir(),
    env: process.env,
    isAttended: (name === 'claude-code' && process.env.CLAUDE_CODE_SESSION_ATTENDED) !== '0',
    auditLog: values['audit-log'] === undefined ? undefined : resolve(values['audit-log']),
  };
}

function failed(error: unknown): Verdict {
  const message = error instanceof Error ? error.message : String(error);
  return refuseCall('HOOK_FAILED', `The hook failed, so the call is refused: ${message}.`);
}

/** Prints the first answer and ends the process; ignores later answers. */
function answerOnce(name: CommandAgent, first: string): (answer: Answered) => void {
  let isAnswered = false;
  return (answer) => {
    if (isAnswered) return;
    isAnswered = true;
    const { stdout, exitCode } = 'stdout' in answer ? { ...answer, exitCode: 0 } : answerAgent(name, answer);
    try {
      // Bypasses the process's stream, which would have to be loaded first; the text is short enough to be written to a
      // pipe in a single operation.
      if (first + stdout !== '') writeSync(1, first + stdout);
      endProcess(exitCode);
    } catch {
      // The answer cannot be delivered, so the exit code is all that remains.
      endProcess(2);
    }
  };
}
