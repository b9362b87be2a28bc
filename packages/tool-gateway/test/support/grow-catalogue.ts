/*
 * A process of its own that changes a list of tools again and again: node --expose-gc grow-catalogue.ts <changes>.
 * It prints how many bytes of heap the second half of the changes left behind.
 */
import { createGatewayClients, openUpstreams } from '../../src/open-upstreams.ts';
import { createFakeConnections, tool } from './fake-connections.ts';

const changes = Number(process.argv[2]);
const unchanged = Array.from({ length: 200 }, (_, index) => tool(`tool_${index}`));
const connections = createFakeConnections({ alpha: { tools: unchanged } });
const { index } = openUpstreams({ ...createGatewayClients(), connections, reservedNames: new Set() });

const heapBytes = (): number => {
  gc?.();
  gc?.();
  return process.memoryUsage().heapUsed;
};

let atHalf = 0;
for (let change = 0; change <= changes; change += 1) {
  connections.offer('alpha', { tools: [tool('changing', { description: `Change ${change}.` }), ...unchanged] });
  if (index.catalogue.tools.length !== 201) throw new Error('The catalogue does not have what the server lists.');
  // The events of a change come a microtask later.
  await Promise.resolve();
  if (change === changes / 2) atHalf = heapBytes();
}
const grownBytes = heapBytes() - atHalf;
// What is asked once more has not been collected before.
if (index.catalogue.tools.length !== 201) throw new Error('The catalogue has gone.');
process.stdout.write(`${grownBytes}\n`);
