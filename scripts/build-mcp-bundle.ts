// Builds the MCP bundle of modes-server, for a release: `node scripts/build-mcp-bundle.ts <folder>`.
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { buildBundle } from './release/mcp-bundle.ts';

const [, , folder = 'mcp-bundle'] = process.argv;
mkdirSync(resolve(folder), { recursive: true });
console.log(buildBundle(resolve(folder)));
