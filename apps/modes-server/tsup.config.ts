import { defineConfig } from 'tsup';
import { pageBuild, servingBuild } from '../../tsup.base.ts';

export default defineConfig([{ ...servingBuild, clean: ['!ui'] }, pageBuild]);
