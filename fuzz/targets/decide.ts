import fc from 'fast-check';
import {
  type Circumstances,
  compilePolicy,
  type Decision,
  decide,
  explain,
  findRule,
  listTools,
  type ModesInput,
  type Policy,
  type PolicyInput,
  parseModes,
  type ToolRequest,
} from '../../packages/mode-core/src/index.ts';
import { filterInventory } from '../../packages/mode-core/src/prompt/index.ts';
import { parseModesText } from '../../packages/mode-core/src/text/index.ts';
import { createCampaign, type Target } from '../support/campaign.ts';
import { expect, expectEqual, quickly } from '../support/expect.ts';
import { realise } from '../support/hostile-values.ts';
import { type DecideInput, decideInput, type LayerInput } from './decide-inputs.ts';
import { judgeCall } from './decide-oracle.ts';
import { familyInput } from './family-inputs.ts';
import type { OracleInput } from './oracle-terms.ts';

const maxDecisionMs = 50;

/** `decide` on any policy and any call: never throws, is quick, names its rule, and agrees with the rules judged from scratch. */
export const decideTarget: Target = {
  name: 'decide',
  open: () => {
    const counts = { allowed: 0, refused: 0, unsure: 0 };
    return createCampaign({
      // The second are well formed, so that on them the second judge is seldom unsure.
      arbitrary: fc.oneof({ weight: 2, arbitrary: decideInput }, { weight: 1, arbitrary: familyInput }),
      judge: (input) => judge(input, counts),
      notes: () => `oracle: ${counts.allowed} allowed, ${counts.refused} refused, ${counts.unsure} left open`,
    });
  },
};

interface Layers {
  readonly project: unknown;
  readonly global: unknown;
  /** Whether these are the documents of the input, to be read from its own texts. */
  readonly asGiven: boolean;
}

function judge(input: DecideInput, counts: Record<'allowed' | 'refused' | 'unsure', number>): void {
  const layers: Layers = { project: documentOf(input.project), global: documentOf(input.global), asGiven: true };
  const policy = compile(input, layers, {});
  const { servers, disabledTools, projectRoot } = input;
  const oracle: OracleInput = { ...layers, servers, disabledTools, projectRoot };
  const refused: ToolRequest[] = [];
  for (const request of input.requests.map(realise) as readonly ToolRequest[]) {
    const decision = judgeOne(policy, request);
    const verdict = judgeCall(oracle, request);
    counts[verdict]++;
    const is = decision.allowed ? 'allowed' : 'refused';
    expect(verdict === 'unsure' || verdict === is, `the call to be ${verdict}`, request, decision, layers);
    if (!decision.allowed) refused.push(request);
  }
  expectDenialHolds(input, layers, refused);
  expectHidden(policy);
}

function judgeOne(policy: Policy, request: ToolRequest): Decision {
  const decision = quickly(() => decide(policy, request), maxDecisionMs, 'a decision');
  expect(findRule(policy, decision.by) !== undefined, 'the rule of the decision to exist', decision);
  const { decision: explained, steps } = explain(policy, request);
  // Where a value throws when it is looked at, the two may look at different times.
  const isThrown = !decision.allowed && decision.code === 'EVALUATION_FAILED' && !explained.allowed;
  if (!isThrown) expectEqual(explained, decision, 'explain');
  expect(steps.at(-1)?.outcome === is(explained), 'the last step to be the decision', steps);
  expectEqual(decide(policy, request), decision, 'the second decision');
  // Here the policy has no clock and no context of its own, so without those of the request nothing is known.
  const blind = decide(policy, { ...request, at: undefined, context: undefined, task: undefined });
  expect(!blind.allowed || decision.allowed || isThrown, 'nothing more to be allowed with less known', blind);
  return decision;
}

function is(decision: Decision): string {
  return decision.allowed ? 'allowed' : 'refused';
}

function expectDenialHolds(input: DecideInput, layers: Layers, refused: readonly ToolRequest[]): void {
  const { server, tool, name, group } = input.denial;
  const stricter: readonly Policy[] = [
    compile(
      input,
      mapModes(layers, (mode) => denied(mode, 'disallowedServers', server)),
      {},
    ),
    compile(
      input,
      mapModes(layers, (mode) => denied(mode, 'disallowedTools', { serverName: server, toolName: tool })),
      {},
    ),
    compile(
      input,
      mapModes(layers, (mode) => withoutGroup(mode, group)),
      {},
    ),
    compile(input, layers, {
      disabledTools: [...((input.disabledTools as readonly string[] | undefined) ?? []), name],
    }),
  ];
  for (const [index, policy] of stricter.entries())
    for (const request of refused)
      expect(!decide(policy, request).allowed, `denial ${index} to grant nothing`, input.denial, request);
}

type Fields = Readonly<Record<string, unknown>>;

function mapModes(layers: Layers, change: (mode: Fields) => unknown): Layers {
  const map = (document: unknown): unknown => {
    if (!isFields(document) || !Array.isArray(document.customModes)) return document;
    return {
      ...document,
      customModes: document.customModes.map((mode: unknown) => (isFields(mode) ? change(mode) : mode)),
    };
  };
  return { project: map(layers.project), global: map(layers.global), asGiven: false };
}

function denied(mode: Fields, list: string, entry: unknown): Fields {
  // Only what is absent is filled in: what is there and wrong must stay wrong.
  const own = mode.mcpRestrictions === undefined ? {} : mode.mcpRestrictions;
  if (!isFields(own)) return mode;
  const entries = own[list] === undefined ? [] : own[list];
  return Array.isArray(entries) ? { ...mode, mcpRestrictions: { ...own, [list]: [...entries, entry] } } : mode;
}

function withoutGroup(mode: Fields, group: string): Fields {
  if (!Array.isArray(mode.groups)) return mode;
  // All entries of it: of two entries the second may be what narrows the first.
  return {
    ...mode,
    groups: mode.groups.filter((entry) => entry !== group && !(Array.isArray(entry) && entry[0] === group)),
  };
}

const places: readonly Circumstances[] = [
  {},
  { at: Date.UTC(2026, 10, 23, 10), context: { branch: 'main', ci: true, env: { NODE_ENV: 'main', STAGE: null } } },
  { task: { state: 'active', depth: 1, parentMode: 'one' } },
];

// What a mode may not use is not offered either.
function expectHidden(policy: Policy): void {
  for (const { config } of policy.modes)
    for (const place of places) {
      const asked = { ...place, mode: config.slug };
      expectOffered(policy, asked);
      for (const { name, limits, group } of listTools(policy, asked)) {
        if (limits.length > 0 || group === 'mcp') continue;
        expect(decide(policy, { ...asked, tool: name }).allowed, `the listed tool ${name} to be allowed`, asked);
      }
    }
}

function expectOffered(policy: Policy, asked: Circumstances & { readonly mode: string }): void {
  const servers = ['github', 'docs', 'admin'].map((name) => ({
    name,
    tools: ['search', 'get_x'].map((tool) => ({ name: tool })),
  }));
  const offered = filterInventory(policy, asked, servers);
  for (const { name: server, tools } of servers)
    for (const { name: tool } of tools) {
      const isOffered = offered.some((entry) => entry.name === server && entry.tools?.some((one) => one.name === tool));
      const { allowed } = decide(policy, { ...asked, tool: 'use_mcp_tool', mcp: { server, tool } });
      expect(isOffered === allowed, `${server}/${tool} to be ${allowed ? 'offered' : 'hidden'}`, asked);
    }
}

function compile(input: DecideInput, layers: Layers, more: PolicyInput): Policy {
  return compilePolicy({
    project: open(input.project, layers, 'project'),
    global: open(input.global, layers, 'global'),
    servers: input.servers as PolicyInput['servers'],
    disabledTools: input.disabledTools as PolicyInput['disabledTools'],
    projectRoot: input.projectRoot,
    ...more,
  });
}

/** The document as whoever reads the text would see it: of a key written twice the last one counts. */
function documentOf(layer: LayerInput | undefined): unknown {
  if (layer === undefined) return undefined;
  if (layer.by === 'text') return JSON.parse(textOf(layer)) as unknown;
  return layer.document;
}

function open(layer: LayerInput | undefined, layers: Layers, source: 'project' | 'global'): ModesInput | undefined {
  if (layer === undefined) return undefined;
  const document = layers[source];
  if (layer.by === 'text') {
    const text = layers.asGiven ? textOf(layer) : JSON.stringify(document);
    return parseModesText(text, { source, file: `${source}.json` });
  }
  if (layer.by === 'list' && isFields(document) && Array.isArray(document.customModes))
    return document.customModes as ModesInput;
  return parseModes(document, { source });
}

function textOf({ document, again }: LayerInput): string {
  const text = JSON.stringify(document);
  if (again === undefined || !isFields(document) || !Array.isArray(document.customModes)) return text;
  const modes = document.customModes.map((mode: unknown) => {
    const written = JSON.stringify(mode);
    const isFilled = isFields(mode) && Object.keys(mode).length > 0;
    return isFilled ? `${written.slice(0, -1)},${JSON.stringify(again[0])}:${JSON.stringify(again[1])}}` : written;
  });
  return `{"customModes":[${modes.join(',')}]}`;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
