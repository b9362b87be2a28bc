import { explain, formatRule } from '@modegate/mode-core';
import { editModesText } from '@modegate/mode-core/text';
import { readQuestion } from '@modegate/policy-check';
import { createEditorHost, type EditorFiles } from '@modegate/restrictions-editor/messages';
import { projectEditorFiles } from '@modegate/restrictions-editor/node';
import * as z from 'zod/mini';
import type { FixView, ModePicture, WhyView } from '../wire.ts';
import { planFix } from './fix-finding.ts';
import { viewMatrix } from './matrix-view.ts';
import { pictureMode } from './mode-picture.ts';
import { describeOverview } from './overview.ts';
import type { ProjectState, ReadState } from './project-state.ts';
import { UiRefusal } from './refusal.ts';
import type { SaveHistory } from './save-history.ts';
import type { UiProject } from './ui-project.ts';
import { writeFiles } from './write-steps.ts';

/** What a page may ask for, by the last part of its path. */
export type Operations = ReadonlyMap<string, Operation>;

/** One thing to ask for. */
export interface Operation {
  /** The longest body that is read. */
  readonly maxBytes: number;
  /** The answer to a body of unknown content. @throws {UiRefusal} where it is not done. */
  readonly run: (body: unknown) => Promise<unknown>;
}

interface Parts {
  readonly ui: UiProject;
  readonly state: ProjectState;
  readonly history: SaveHistory;
}

/** Everything that a page may ask for. */
export function createOperations(parts: Parts): Operations {
  const { ui, state, history } = parts;
  const host = createEditorHost(editorFiles(parts));
  return new Map<string, Operation>([
    // A mode's whole text may be in it, and the file may have 4 MiB.
    ['editor', { maxBytes: 8 * 1024 * 1024, run: (body) => host.answer(body) }],
    ['overview', operation(nothing, () => describeOverview(ui, { state, history }))],
    ['picture', operation(ofMode, async ({ mode }) => describePicture(await state.read(), mode))],
    ['matrix', operation(nothing, async () => viewMatrix((await state.read()).matrix()))],
    ['why', operation(question, async (asked) => answerWhy(await state.read(), asked))],
    ['fix', operation(fixing, (asked) => fixFinding(parts, asked))],
    ['undo', operation(ofStep, ({ id }) => undoStep(parts, id))],
    ['ask', operation(nothing, async () => state.refresh('servers'))],
  ]);
}

const nothing = z.strictObject({});
const slug = z.string().check(z.minLength(1), z.maxLength(200));
const ofMode = z.strictObject({ mode: slug });
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
  args: z.record(z.string(), z.unknown()),
});

function operation<Body>(schema: z.ZodMiniType<Body>, run: (body: Body) => Promise<unknown>): Operation {
  return {
    maxBytes: 1024 * 1024,
    run: async (body) => {
      const parsed = schema.safeParse(body);
      if (parsed.success) return (await run(parsed.data)) ?? {};
      const [issue] = parsed.error.issues;
      throw new UiRefusal(400, `The request is not usable: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
    },
  };
}

/** The files of the editor, whose saves can be taken back. */
function editorFiles({ ui, state, history }: Parts): EditorFiles {
  const files = projectEditorFiles({
    ...ui.location,
    describe: async () => ({
      offered: state.servers()?.map(({ state: _state, note: _note, ...offered }) => offered) ?? [],
      files: await state.files(),
      at: Date.now(),
      context: ui.context(),
    }),
  });
  return {
    read: files.read,
    async save(edited, mode) {
      const outcome = await files.save(edited, mode);
      if (outcome === 'changed') return outcome;
      const { file, layer, text: before } = edited;
      const after = editModesText(before, { kind: 'save', mode }, { file }).text;
      history.add(`saved ${mode.slug.slice(0, 60)}`, [{ file, layer, before, after }]);
      state.refresh('files');
      return outcome;
    },
  };
}

function describePicture({ project, matrix, escapes }: ReadState, slugAsked: string): ModePicture {
  const mode = project.policy.modes.find(({ config }) => config.slug === slugAsked);
  if (mode === undefined) throw new UiRefusal(404, `No mode has the slug '${slugAsked}'.`);
  const isOwn = (one: { readonly mode: string }) => one.mode === slugAsked;
  return pictureMode({ mode, rows: matrix().rows.filter(isOwn), escapes: escapes().filter(isOwn) });
}

function answerWhy({ project: { policy } }: ReadState, asked: z.infer<typeof question>): WhyView {
  const reading = readQuestion({ policy }, asked);
  if (reading.state !== 'call') throw new UiRefusal(422, `'${reading.tool}' takes one file.`);
  const { decision, steps } = explain(policy, reading.request);
  return {
    allowed: decision.allowed,
    code: decision.allowed ? undefined : decision.code,
    reason: decision.allowed ? undefined : decision.reason,
    rule: formatRule(decision.by),
    steps: steps.map(({ check, outcome, detail }) => ({ check, outcome, detail })),
  };
}

async function fixFinding({ ui, state, history }: Parts, asked: z.infer<typeof fixing>): Promise<FixView> {
  const planned = planFix(await state.read(), { key: asked.key, disabledTools: ui.location.disabledTools });
  if (!asked.apply) return planned.view;
  if (planned.view.grants !== undefined && !asked.allowGrants)
    throw new UiRefusal(409, `This fix would grant something: ${planned.view.grants}`);
  await writeFiles(ui.location, planned.saved);
  history.add(planned.what, planned.saved);
  state.refresh('files');
  return { ...planned.view, isApplied: true };
}

async function undoStep({ ui, state, history }: Parts, id: number): Promise<void> {
  const [step] = history.list();
  if (step === undefined || step.id !== id) throw new UiRefusal(409, 'Something else was saved meanwhile.');
  await writeFiles(
    ui.location,
    step.saved.map(({ before, after, ...saved }) => ({ ...saved, before: after, after: before })),
  );
  history.remove(id);
  state.refresh('files');
}
