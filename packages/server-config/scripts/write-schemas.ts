import { mkdirSync, writeFileSync } from 'node:fs';
import { serversJsonSchema } from '../src/entries/server-schema.ts';

const folder = new URL('../schemas/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('mcp-servers.json', folder), `${JSON.stringify(serversJsonSchema(), undefined, 2)}\n`);
