import { defineConfig } from 'tsup';
import { commandBuild, pluginBuild } from '../../tsup.base.ts';

export default defineConfig([...commandBuild, pluginBuild]);
