import { posix } from 'node:path';
import { type CodexConfinement, type CodexPolicyAnswer, codexPolicies } from '@modegate/agent-policies';
import { type CodexLab, fillIn } from './lab.ts';
import type { CodexOutcome, CodexSituation, CodexTry } from './situation.ts';

/** Folders in which a situation is predicted. */
const lab: Omit<CodexLab, 'root'> = { project: '/lab/project', home: '/lab/home' };

/** Predicts with the evaluator what Codex does with each call of a situation. */
export function predictCodex({ files, calls, role, flags = [], start = {} }: CodexSituation): readonly {
  readonly outcome: CodexOutcome;
  readonly because: string;
}[] {
  const reading = codexPolicies.readProfiles({
    project: lab.project,
    home: lab.home,
    files: Object.entries(files).map(([name, text]) => ({ name, path: pathIn(name), text: fillIn(lab, text) })),
  });
  const profile = reading.profiles.find(({ name }) => name === (role === undefined ? 'codex' : `codex/${role}`));
  if (profile === undefined) return calls.map(() => ({ outcome: 'not offered', because: 'There is no such profile.' }));
  const cwd = posix.resolve(lab.project, start.cwd ?? '.');
  const circumstances = { platform: 'linux', flags: fillIn(lab, toFlags(flags, start)), cwd } as const;
  return calls.map((call) => {
    const filled = JSON.parse(fillIn(lab, JSON.stringify(call.arguments))) as CodexTry['arguments'];
    const answer = codexPolicies.decideFor(profile, { ...call, arguments: filled }, circumstances);
    return { outcome: outcomeOf(call, answer, cwd), because: answer.because };
  });
}

function outcomeOf(call: CodexTry, { effect, within, because }: CodexPolicyAnswer, cwd: string): CodexOutcome {
  const at = (name: string) => posix.resolve(cwd, fillIn(lab, name));
  if (effect === 'deny' && /does not start/.test(because)) return 'error';
  if (effect !== 'allow' || within === undefined) return effect;
  const isStopped =
    (call.writes !== undefined && !mayTouch(within, at(call.writes), 'write')) ||
    (call.reads !== undefined && !mayTouch(within, at(call.reads), 'read')) ||
    (call.usesNetwork === true && !within.network);
  return isStopped ? 'stopped' : 'allow';
}

/** True if a sandbox allows a call to read or write a path: the longest folder around it decides. */
function mayTouch(within: CodexConfinement, path: string, kind: 'read' | 'write'): boolean {
  const isAround = (folder: string) => folder === '/' || path === folder || path.startsWith(`${folder}/`);
  const longest = (folders: readonly string[] | 'all') =>
    folders === 'all' ? 0 : Math.max(-1, ...folders.filter(isAround).map(({ length }) => length));
  const against = [...within.denied, ...(kind === 'write' ? within.readOnly : [])];
  if (kind === 'read' && within.denied.some((glob) => posix.matchesGlob(path, glob))) return false;
  const allowed = longest(within[kind]);
  return allowed >= 0 && allowed >= longest(against);
}

function pathIn(name: string): string {
  if (name.startsWith('~/')) return `${lab.home}/${name.slice(2)}`;
  return name.startsWith('/') ? name : `${lab.project}/${name}`;
}

function toFlags(flags: readonly string[], { sandbox, approvalPolicy }: NonNullable<CodexSituation['start']>): string {
  const words = [...flags];
  if (sandbox !== undefined) words.push('-s', sandbox);
  if (typeof approvalPolicy === 'string') words.push('-a', approvalPolicy);
  else if (approvalPolicy !== undefined) {
    const { granular } = approvalPolicy as { readonly granular: Readonly<Record<string, boolean>> };
    const parts = Object.entries(granular).map(([key, value]) => `${key} = ${value}`);
    words.push('-c', `approval_policy={ granular = { ${parts.join(', ')} } }`);
  }
  return words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
}
