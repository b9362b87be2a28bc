import { sep } from 'node:path';
import {
  type AgentCall,
  type AgentName,
  judgeAgentCall,
  readAgentCall,
  refuseCall,
  type Verdict,
} from '@modegate/agent-hooks';
import type { HookPlace, JudgedProject, LoadProject } from './hook-places.ts';
import { followLinks, type KnownLinks, locatePath } from './locate-path.ts';
import { findModes } from './mode-in-force.ts';
import { recordVerdict } from './record-verdict.ts';

/** What a hook knows beside the payload. */
export interface HookQuestion extends Omit<HookPlace, 'cwd'> {
  readonly agent: AgentName;
  /** The mode of the installed command. */
  readonly mode: string | undefined;
  readonly home: string;
  /** Folder of what the user has chosen, which no call may write. */
  readonly state: string;
  /** Absolute file that every decision is written to. Default: none is. */
  readonly auditLog?: string | undefined;
}

/** Judges the payload of a hook, and records the decision where that was asked for. Whatever fails on the way is a refusal that says what. */
export async function judgePayload(text: string, question: HookQuestion, load: LoadProject): Promise<Verdict> {
  const seen: Seen = { call: undefined, modes: [] };
  const verdict = await judgeSafely(text, question, { load, seen });
  const { agent, auditLog } = question;
  if (auditLog === undefined) return verdict;
  return recordVerdict(auditLog, { agent, verdict, ...seen });
}

/** What is known of a call so far. */
interface Seen {
  call: AgentCall | undefined;
  modes: readonly string[];
}

interface Means {
  readonly load: LoadProject;
  readonly seen: Seen;
}

async function judgeSafely(text: string, question: HookQuestion, means: Means): Promise<Verdict> {
  try {
    return await judge(text, question, means);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // By its name: what reads policies is in a file of its own, with an error class of its own.
    return error instanceof Error && error.name === 'AppError'
      ? refuseCall('PROJECT_UNREADABLE', `The project cannot be judged, so no tool may be used. ${message}`)
      : refuseCall('HOOK_FAILED', `The hook failed, so the call is refused: ${message}.`);
  }
}

async function judge(text: string, question: HookQuestion, { load, seen }: Means): Promise<Verdict> {
  const { agent, mode: flag, home, state, auditLog, ...place } = question;
  const first = readAgentCall(agent, text);
  if (!first.ok) return refuseCall('PAYLOAD_INVALID', `The call cannot be judged: ${first.detail}.`);
  seen.call = first.value;
  const { cwd } = first.value;
  const project = await load({ ...place, cwd }, agent);
  const tools = project.settings.hooks?.tools;
  const reading = tools === undefined ? first : readAgentCall(agent, text, { tools });
  if (!reading.ok) return refuseCall('PAYLOAD_INVALID', `The call cannot be judged: ${reading.detail}.`);
  const modes = findModes({ project, state, flag }, reading.value);
  if ('allowed' in modes) return modes;
  seen.modes = modes;
  const links: KnownLinks = new Map();
  return judgeAgentCall(project.policy, reading.value, {
    modes,
    locate: (path) => locatePath(path, { root: project.root, cwd, home }, links),
    protect: project.settings.hooks?.protect,
    isProtected: protectedFiles(project, auditLog === undefined ? [state] : [state, auditLog], links),
  });
}

/** The files that this project is read from, under all their names, and what else no call may write, with all below it. */
function protectedFiles(
  { root, sources }: JudgedProject,
  others: readonly string[],
  links: KnownLinks,
): (absolute: string) => boolean {
  let files: readonly string[] | undefined;
  const find = () =>
    sources
      .filter((source) => source.layer === 'project')
      .flatMap(({ path }) => locatePath(path, { root, cwd: root, home: '' }, links).map(({ absolute }) => absolute));
  return (absolute) => {
    files ??= find();
    const whole = others.flatMap((path) => [path, followLinks(path, links)]);
    return files.includes(absolute) || whole.some((path) => absolute === path || absolute.startsWith(`${path}${sep}`));
  };
}
