#!/usr/bin/env node
// Measures Modegate against its peers: `node bench/run.mjs [check|commands|compile|decide|editor|eras|gateway|hook|ipc|patterns|permissions|serve|server|start|store]... [--quick] [--json FILE]`.
// Exits with 1 when anybody gives a wrong answer or cannot run.
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeMachine } from './support/machine.mjs';
import { buildPackages, installPeers } from './support/prepare.mjs';

const benchmarks = {
  decide: {
    needs: '@modegate/mode-core',
    load: async () => {
      const { measureDecisions, measureKinds } = await import('./decide/measure-decisions.mjs');
      return [measureDecisions, measureKinds];
    },
  },
  check: {
    needs: '@modegate/modegate',
    load: async () => [
      (await import('./check/measure-growth.mjs')).measureGrowth,
      (await import('./check/measure-matrix.mjs')).measureMatrix,
      (await import('./check/measure-cold-start.mjs')).measureColdStart,
    ],
  },
  commands: {
    needs: ['@modegate/mode-core', '@modegate/shell-commands'],
    load: async () => [(await import('./commands/measure-commands.mjs')).measureCommands],
  },
  compile: {
    needs: '@modegate/mode-core',
    load: async () => [(await import('./decide/measure-compile.mjs')).measureCompile],
  },
  editor: {
    needs: '@modegate/restrictions-editor',
    load: async () => [(await import('./editor/measure-editor.mjs')).measureEditor],
  },
  ipc: {
    needs: '@modegate/ipc-server',
    load: async () => [
      (await import('./ipc/measure-stream.mjs')).measureStream,
      (await import('./ipc/measure-poll.mjs')).measurePoll,
    ],
  },
  permissions: {
    // Runs from the sources, without peers.
    load: async () => [(await import('./permissions/measure-permissions.mjs')).measurePermissions],
  },
  patterns: {
    needs: '@modegate/mode-core',
    load: async () => {
      const { measureTypicalPatterns, measureEvilPatterns } = await import('./patterns/measure-patterns.mjs');
      return [measureTypicalPatterns, measureEvilPatterns];
    },
  },
  gateway: {
    needs: '@modegate/modes-server',
    load: async () => [
      (await import('./gateway/measure-hops.mjs')).measureHops,
      (await import('./gateway/measure-gateway-start.mjs')).measureGatewayStart,
      (await import('./gateway/measure-prompt-cost.mjs')).measurePromptCost,
    ],
  },
  hook: {
    needs: ['@modegate/modegate', '@modegate/modes-server'],
    load: async () => [(await import('./hook/measure-hook.mjs')).measureHook],
  },
  start: {
    needs: '@modegate/modegate',
    load: async () => [
      (await import('./start/measure-first-answer.mjs')).measureFirstAnswer,
      (await import('./start/measure-thousand-modes.mjs')).measureThousandModes,
    ],
  },
  store: {
    needs: '@modegate/modes-server',
    load: async () => {
      const { measureStoredSessions, measureGrowth } = await import('./store/measure-growth.mjs');
      return [(await import('./store/measure-operations.mjs')).measureOperations, measureStoredSessions, measureGrowth];
    },
  },
  eras: {
    needs: '@modegate/mcp-protocol',
    load: async () => {
      const { measureStdio, measureHttp } = await import('./eras/measure-eras.mjs');
      return [measureStdio, measureHttp];
    },
  },
  serve: {
    needs: '@modegate/modes-server',
    load: async () => [(await import('./serve/measure-http.mjs')).measureHttp],
  },
  server: {
    needs: '@modegate/modes-server',
    load: async () => [
      (await import('./server/measure-start.mjs')).measureStart,
      (await import('./server/measure-calls.mjs')).measureCalls,
    ],
  },
};

const wantedNode = 24;

if (Number(process.versions.node.split('.')[0]) < wantedNode) runAgainOnPinnedNode();
else process.exitCode = await main();

function runAgainOnPinnedNode() {
  const pinned = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));
  if (!existsSync(pinned)) {
    console.error(
      `The benchmarks need Node ${wantedNode}, and this is ${process.version}: install the workspace first (npx pnpm install).`,
    );
    process.exitCode = 1;
    return;
  }
  const script = fileURLToPath(import.meta.url);
  process.exitCode = spawnSync(pinned, [script, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
  });
  const unknown = positionals.filter((name) => !Object.hasOwn(benchmarks, name));
  if (unknown.length > 0) {
    console.error(`Unknown benchmark '${unknown[0]}'. Known: ${Object.keys(benchmarks).join(', ')}.`);
    return 1;
  }
  const machine = describeMachine();
  console.log(
    `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}, Node ${machine.node}, load ${machine.load}\n`,
  );
  const names = positionals.length > 0 ? positionals : Object.keys(benchmarks);
  if (names.some((name) => benchmarks[name].needs !== undefined)) installPeers();
  const results = [];
  for (const name of names) results.push(...(await runBenchmark(name, values)));
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify({ machine, quick: values.quick, results }, null, 2)}\n`);
  return results.some(({ failures }) => failures.length > 0) ? 1 : 0;
}

/** One that cannot run fails the whole, and does not keep the others from running. */
async function runBenchmark(name, { quick }) {
  const { needs, load } = benchmarks[name];
  const results = [];
  try {
    if (needs !== undefined) buildPackages([needs].flat());
    for (const measure of await load()) {
      const result = await measure({ quick });
      results.push({ benchmark: name, ...result });
      print(result);
    }
  } catch (error) {
    const failed = { title: name, failures: [error instanceof Error ? error.message : String(error)] };
    results.push({ benchmark: name, ...failed });
    print(failed);
  }
  return results;
}

function print({ title, table, failures }) {
  console.log(`## ${title}\n`);
  if (table !== undefined) console.log(`${table}\n`);
  for (const failure of failures) console.error(`FAILED: ${failure}\n`);
}
