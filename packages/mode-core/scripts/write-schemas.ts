// Run with `node --conditions=@modegate/source packages/mode-core/scripts/write-schemas.ts` after changing
// mode-schema.ts.
import { mkdirSync, writeFileSync } from 'node:fs';
import { buildSchemas } from './build-schemas.ts';

const folder = new URL('../schemas/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [file, text] of buildSchemas()) writeFileSync(new URL(file, folder), text);
