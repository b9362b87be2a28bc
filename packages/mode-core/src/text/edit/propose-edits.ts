import type { ReadText } from '../read/read-result.ts';
import type { TextList, TextMap, TextNode } from '../read/text-node.ts';
import { blockLayoutOf, replaceBlockItem } from './edit-block.ts';
import {
  changeDeeply,
  changeFields,
  type EditContext,
  insertIntoList,
  removeFromList,
  setField,
} from './edit-fields.ts';
import { type FlowLayout, flowLayoutOf, renderJson, setFlowField } from './edit-flow.ts';
import type { EditPlan } from './plan-edit.ts';
import { renderYaml } from './render-yaml.ts';
import { applySplices, lineEndingOf, lineStartAt, nextLineAt, type Splice } from './splice.ts';

type Change = Extract<EditPlan, { readonly kind: 'change' }>;

/**
 * Proposes texts that carry out a plan, starting with the smallest change. The caller parses each text again before
 * using it.
 */
export function* proposeEdits(reading: ReadText, plan: EditPlan): Generator<string> {
  const { text, root } = reading;
  const eol = lineEndingOf(text);
  const flow = flowLayoutOf(reading, eol);
  const block = blockLayoutOf(text, root, eol);
  for (const isCareful of [false, true]) {
    const context: EditContext = { flow, block: { ...block, isCareful }, root };
    if (root?.kind === 'map')
      for (const splices of proposeSplices(context, root, plan)) yield applySplices(text, splices);
    else if (plan.kind === 'append') yield writeRoot(context, reading, plan.mode);
  }
}

function* proposeSplices(context: EditContext, root: TextMap, plan: EditPlan): Generator<readonly Splice[]> {
  const list = root.fields.get('customModes');
  if (list?.kind !== 'list' || list.items.length === 0) {
    if (plan.kind !== 'append') return;
    const isFlow = root.style !== 'block' && list?.kind === 'list';
    yield isFlow
      ? insertIntoList(context, list, { value: plan.mode })
      : setField(context, root, ['customModes', [plan.mode]]);
    return;
  }
  switch (plan.kind) {
    case 'append':
      yield insertIntoList(context, list, { value: plan.mode });
      return;
    case 'remove':
      yield* removeModes(context, { root, list }, (index) => plan.indexes.has(index));
      return;
    case 'change':
      yield* changeItem(context, list, plan);
      return;
    case 'nothing':
  }
}

function* changeItem(context: EditContext, list: TextList, plan: Change): Generator<readonly Splice[]> {
  const item = list.items[plan.index];
  if (item === undefined) return;
  if (item.kind === 'map' && item.style !== 'alias') {
    yield changeDeeply(context, item, plan);
    yield changeFields(context, item, plan);
  }
  if (item.style === 'block') yield [replaceBlockItem(context.block, item, plan.mode)];
  else yield setFlowField(context.flow, item, plan.mode);
}

function* removeModes(
  context: EditContext,
  { root, list }: { readonly root: TextMap; readonly list: TextList },
  isRemoved: (index: number) => boolean,
): Generator<readonly Splice[]> {
  const removals = removeFromList(context, list, isRemoved);
  const field = root.written.findLast(({ key }) => key === 'customModes');
  const isEmptied = list.items.every((_, index) => isRemoved(index));
  if (list.style !== 'block' || !isEmptied || field === undefined) {
    if (isEmptied && isOnlySpace(context.flow, list)) yield [{ start: list.start, end: list.end, text: '[]' }];
    yield removals;
    return;
  }
  // A block list without items would be parsed as null, so it is replaced with `[]`; comments around the items remain.
  yield [{ start: field.valueAt, end: field.valueAt, text: ' []' }, ...removals];
  yield [{ start: field.valueAt, end: list.end, text: ` []${context.block.eol}` }];
}

/** True if there is nothing but white space and commas between the items. */
function isOnlySpace({ text }: FlowLayout, list: TextList): boolean {
  const ends = [list.start + 1, ...list.items.map((item) => item.end)];
  const starts = [...list.items.map((item) => item.start), list.end - 1];
  return starts.every((start, index) => /^[\s,]*$/.test(text.slice(ends[index], start)));
}

/** Turns text that is empty, consists only of comments, or contains only `null` into a file with one mode. */
function writeRoot({ block, flow, root }: EditContext, { text, format }: ReadText, mode: object): string {
  const document = { customModes: [mode] };
  if (format === 'json') {
    const json = renderJson(flow, document, '');
    return root === undefined
      ? `${text.trimEnd()}${json}${block.eol}`
      : applySplices(text, [{ ...spanOf(root), text: json }]);
  }
  const yaml = renderYaml(block, document).join(block.eol);
  if (root === undefined) return `${text}${text === '' || text.endsWith('\n') ? '' : block.eol}${yaml}${block.eol}`;
  const start = lineStartAt(text, root.start);
  return applySplices(text, [{ start, end: nextLineAt(text, root.end), text: `${yaml}${block.eol}` }]);
}

function spanOf({ start, end }: TextNode): { readonly start: number; readonly end: number } {
  return { start, end };
}
