import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkProject } from '../../apps/modegate/src/commands/check-project.ts';
import { resolveSettings } from '../../apps/modegate/src/settings.ts';
import { memoryFiles } from '../../packages/project/src/project-files.ts';
import { answerParent } from '../support/child.mjs';
import { listProjects } from './projects.mjs';

// One kind of projects in a process of its own: what `modegate check` does with their texts, from memory.

const folder = mkdtempSync(join(tmpdir(), 'modegate-bench-'));
const settings = await resolveSettings({ projectRoot: folder });
rmSync(folder, { recursive: true });
let projects;

answerParent({ prepare, pass });

/** Loads the projects, and with an empty one all modules. */
async function prepare({ title }) {
  projects = listProjects(title);
  await checkTexts({});
  const texts = projects.flatMap(Object.values);
  return { projects: projects.length, files: texts.length, bytes: Buffer.byteLength(texts.join('')) };
}

/** Checks all projects once. Gives the processor time, which other work on the machine leaves as it is. */
async function pass() {
  const before = process.cpuUsage();
  const checked = [];
  for (const texts of projects) checked.push(await checkTexts(texts));
  const { user, system } = process.cpuUsage(before);
  const read = checked.map(
    ({ project, agents }) => new Set([...project.paths.keys(), ...agents.flatMap(({ texts }) => [...texts.keys()])]),
  );
  return {
    ms: (user + system) / 1000,
    findings: checked.reduce((sum, { result }) => sum + result.findings.length, 0),
    faults: [
      ...checked.flatMap(({ result }) => result.failures.map(String)),
      ...projects.flatMap((texts, index) =>
        Object.keys(texts).flatMap((path) => (read[index].has(path) ? [] : [`${path} was not read`])),
      ),
    ],
  };
}

function checkTexts(texts) {
  const list = async () => Object.keys(texts);
  return checkProject(settings, { source: { ...memoryFiles(texts), kind: 'folder', name: 'memory', list } });
}
