import { answerParent } from '../support/child.mjs';
import { median } from '../support/statistics.mjs';
import { loadEngine } from './engines.mjs';
import { decideByReference } from './reference.mjs';
import { createWorld } from './world.mjs';

// One contestant in a process of its own: `node engine-process.mjs <engine>`.

let contest;

answerParent({ prepare, measureDecisions, measureCompile });

/** Loads the engine, sets it up on the world and compares its answers with the reference's, all before any clock starts. */
async function prepare({ engineName, kind }) {
  const engine = await loadEngine(engineName);
  const world = createWorld();
  const asked = world.requests.filter((request) => kind === undefined || request.kind === kind);
  const ready = await engine.setUp(world);
  // A copy, because a real caller does not hand over the very strings that the rules were written with.
  const requests = asked.map((request) => ready.translate(JSON.parse(JSON.stringify(request))));
  contest = { ...ready, requests };
  const disagreements = await findDisagreements(world, asked);
  return { title: engine.title, rules: engine.rules, namesRule: engine.namesRule, disagreements };
}

async function findDisagreements(world, asked) {
  const disagreements = [];
  for (const [index, request] of asked.entries()) {
    const expected = decideByReference(world, request);
    const answer = await (contest.ask ?? contest.asks)(contest.requests[index]);
    if (answer !== expected) disagreements.push({ request, expected, answer });
    contest.check?.(contest.requests[index]);
  }
  return disagreements;
}

/** Asks everything again and again for about so long; gives decisions for each second. */
async function measureDecisions({ durationMs }) {
  const { beforePass, requests } = contest;
  const runPass = contest.ask === undefined ? passAsync : passSync;
  let spentMs = 0;
  let decisions = 0;
  let allowed = 0;
  while (spentMs < durationMs) {
    beforePass?.();
    const startedAt = performance.now();
    allowed += runPass === passSync ? passSync(contest.ask, requests) : await passAsync(contest.asks, requests);
    spentMs += performance.now() - startedAt;
    decisions += requests.length;
  }
  return { perSecond: (decisions / spentMs) * 1000, allowedShare: allowed / decisions };
}

function passSync(ask, requests) {
  let allowed = 0;
  for (const request of requests) if (ask(request)) allowed++;
  return allowed;
}

async function passAsync(asks, requests) {
  let allowed = 0;
  for (const request of requests) if (await asks(request)) allowed++;
  return allowed;
}

/** Set-up of one engine: the first in this process, then many; and again after one mode has changed. */
async function measureCompile({ engineName, modeCount, repeats }) {
  const engine = await loadEngine(engineName);
  const world = createWorld({ modeCount, requestCount: 0 });
  const firstMs = await clock(() => engine.compile(world));
  const changeOne = engine.changeOne(world);
  const warm = [];
  const changed = [];
  for (let round = 0; round < repeats; round++) {
    warm.push(await clock(() => engine.compile(world)));
    changed.push(await clock(changeOne));
  }
  return { title: engine.title, rules: engine.rules, firstMs, warmMs: median(warm), changeOneMs: median(changed) };
}

async function clock(work) {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
