import { defineConfig } from 'tsup';
import { commandBuild } from '../../tsup.base.ts';

export default defineConfig([...commandBuild]);
