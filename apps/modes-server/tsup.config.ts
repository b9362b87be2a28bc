import { defineConfig } from 'tsup';
import { pageBuild, programBuild } from '../../tsup.base.ts';

export default defineConfig([{ ...programBuild, clean: ['!ui'] }, pageBuild]);
