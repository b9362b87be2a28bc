import type { Circumstances, Policy } from '@modegate/mode-core';
import { commandShells } from '@modegate/mode-core/commands';
import { pictureMode } from '@modegate/policy-check/page';
import { type Grid, gridOfMatrix, readQuestion } from '@modegate/policy-check/permissions';
import { addPathKinds } from '@modegate/project/node';
import {
  type CallExplanation,
  explainCall,
  type ModePermissions,
  permissionsOf,
} from '@modegate/restrictions-editor/model';
import * as z from 'zod/mini';
import { answerEditor } from '../edits/edit-mode.ts';
import { fixFinding } from '../edits/fix-finding.ts';
import { undoStep } from '../edits/undo-step.ts';
import { findViewedTask, readTaskView } from '../tasks/describe-task.ts';
import { createTaskList } from '../tasks/list-tasks.ts';
import { describeOverview } from './overview.ts';
import type { PageContext } from './page-context.ts';
import type { ReadState } from './project-state.ts';
import { UiRefusal } from './refusal.ts';
import type { PageViewer } from './viewer.ts';

/** The operations that a page can request, keyed by the last part of their path. */
export type Operations = ReadonlyMap<string, Operation>;

/** One operation that a page can request. */
export interface Operation {
  /** Maximum size of the request body. */
  readonly maxBytes: number;
  /** Answers a request, whose body may have any content. @throws {UiRefusal} if the request is refused. */
  readonly run: (body: unknown, viewer: PageViewer) => Promise<unknown>;
}

/** Creates every operation that a page may request. */
export function createPageOperations(parts: PageContext): Operations {
  const { ui, state } = parts;
  const edit = oneAtATime();
  const listTasks = createTaskList(ui.tasks);
  const operations: Readonly<Record<string, Operation>> = {
    editor: {
      // The body may contain a mode's whole text, and the file may be 4 MiB long.
      maxBytes: 8 * 1024 * 1024,
      run: (body, viewer) => {
        const answer = () => answerEditor(parts, body, viewer);
        return isUpdate(body) ? edit(answer) : answer();
      },
    },
    overview: operation(nothing, (_asked, viewer) => describeOverview(parts, viewer)),
    picture: operation(ofMode, async ({ mode }, viewer) => {
      const read = await state.read(viewer);
      requireMode(read.policy, mode);
      return readModeView(read, mode, viewer);
    }),
    tasks: operation(nothing, (_asked, viewer) => listTasks(viewer)),
    task: operation(ofTask, ({ id }, viewer) => readTaskView(parts, id, viewer)),
    'task-picture': operation(ofTask, ({ id }, viewer) => pictureTask(parts, id, viewer)),
    matrix: operation(nothing, async (_asked, viewer) => describeMatrix(await state.read(viewer))),
    why: operation(question, async (asked, viewer) => answerWhy(await state.read(viewer), asked)),
    fix: operation(fixing, (asked, viewer) => edit(() => fixFinding(parts, asked, viewer))),
    undo: operation(ofStep, ({ id }, viewer) => edit(() => undoStep(parts, id, viewer))),
    ask: operation(nothing, async (_asked, viewer) => askServers(parts, viewer)),
  };
  return new Map(Object.entries(operations));
}

function isUpdate(message: unknown): boolean {
  return (message as { readonly type?: unknown } | null)?.type === 'updateModeRestrictions';
}

/** Returns a function that makes changes from several pages one after another. */
function oneAtATime(): <Result>(act: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const next = last.then(act);
    last = next.catch(() => undefined);
    return next;
  };
}

const nothing = z.strictObject({});
const slug = z.string().check(z.minLength(1), z.maxLength(200));
const ofMode = z.strictObject({ mode: slug });
const ofTask = z.strictObject({ id: slug });
const ofStep = z.strictObject({ id: z.number() });
const fixing = z.strictObject({
  key: z.string().check(z.maxLength(10_000)),
  apply: z.boolean(),
  allowGrants: z.boolean(),
});
const name = z.string().check(z.maxLength(20_000));
const question = z.strictObject({
  mode: slug,
  target: name.check(z.minLength(1)),
  files: z.array(name).check(z.maxLength(100)),
  command: z.optional(name),
  shell: z.optional(z.enum(commandShells)),
  args: z.record(z.string(), z.unknown()),
});

function operation<Body>(
  schema: z.ZodMiniType<Body>,
  run: (body: Body, viewer: PageViewer) => Promise<unknown>,
): Operation {
  return {
    maxBytes: 1024 * 1024,
    run: async (body, viewer) => {
      const parsed = schema.safeParse(body);
      if (parsed.success) return (await run(parsed.data, viewer)) ?? {};
      const [issue] = parsed.error.issues;
      throw new UiRefusal(400, `The request is invalid: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
    },
  };
}

/** Describes the matrix, excluding tools that only older agents have. */
function describeMatrix({ policy, matrix }: ReadState): Grid {
  const columns = policy.modes.map(({ config: { slug }, source }) => ({ id: slug, title: slug, source }));
  return gridOfMatrix(matrix(), { columns, omitRetired: true });
}

/** Describes the mode in which a task works, under the task's circumstances. */
async function pictureTask(parts: PageContext, id: string, viewer: PageViewer): Promise<ModePermissions> {
  const { session, context } = await findViewedTask(parts, id, viewer);
  const read = await parts.state.read(viewer);
  requireMode(read.policy, session.task.mode);
  const { circumstances, answers } = read.answersFor(context);
  return readModeView({ ...read, ...answers, circumstances }, session.task.mode, viewer);
}

function requireMode({ modes }: Policy, slugAsked: string): void {
  const isThere = modes.some(({ config }) => config.slug === slugAsked);
  if (!isThere) throw new UiRefusal(404, `No mode has the slug '${slugAsked}'.`);
}

async function answerWhy({ policy, project }: ReadState, asked: z.infer<typeof question>): Promise<CallExplanation> {
  requireMode(policy, asked.mode);
  const reading = readQuestion({ policy }, asked);
  if (reading.state !== 'call') {
    const what = reading.state === 'no-command' ? 'runs no command' : 'takes one file';
    throw new UiRefusal(422, `'${reading.tool}' ${what}.`);
  }
  return explainCall(policy, await addPathKinds(project.root, reading.request, policy));
}

/** A page never makes a running gateway start a server. */
function askServers({ ui, state }: PageContext, { mayEdit }: PageViewer): void {
  if (!mayEdit || ui.askServers === undefined)
    throw new UiRefusal(403, 'This page cannot ask servers for their tools.');
  state.refresh('servers');
}

/** A project as it was read, and the circumstances to consider. */
type ShownState = Omit<ReadState, 'answersFor'> & { readonly circumstances?: Circumstances };

/**
 * Returns a mode's permissions for the page: the overview from `modegate report`, without the parts that the page does
 * not show.
 */
function readModeView(read: ShownState, mode: string, { id }: PageViewer): ModePermissions {
  const { policy, matrix, escapes, files, seesAll, circumstances } = read;
  const picture = pictureMode({
    policy,
    mode,
    rows: matrix().rows,
    ways: escapes(),
    // A viewer who cannot see all modes must not learn how many files there are.
    files: id === undefined || seesAll ? files : undefined,
    circumstances,
  });
  return permissionsOf(picture);
}
