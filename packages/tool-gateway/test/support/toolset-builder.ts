/*
 * A process of its own that builds toolsets: node toolset-builder.ts <file> <count> <name>.
 * It builds <name>-0, <name>-1, … all at the same time, equips the last one for the project /<name>, and prints how many builds succeeded.
 */

import { stateFile } from '@modegate/text-files';
import { createCatalogue } from '../../src/catalogue/catalogue.ts';
import { createToolsetStore } from '../../src/toolsets/toolset-store.ts';
import { createToolsets } from '../../src/toolsets/toolsets.ts';

const [path = '', count = '0', name = ''] = process.argv.slice(2);

const catalogue = createCatalogue([{ name: 'alpha', tools: [{ name: 'echo', inputSchema: { type: 'object' } }] }]);
const toolsets = createToolsets({
  store: createToolsetStore({ text: stateFile(path) }),
  projectRoot: `/${name}`,
  catalogue: () => catalogue,
  now: Date.now,
});

const names = Array.from({ length: Number(count) }, (_, index) => `${name}-${index}`);
const built = await Promise.all(
  names.map((each) =>
    toolsets.build({ name: each, tools: [{ namespacedName: 'alpha.echo' }] }, { visible: catalogue.tools }),
  ),
);
await toolsets.equip(names.at(-1) ?? '');
process.stdout.write(`${built.filter(({ ok }) => ok).length}\n`);
