import { defineConfig } from 'tsup';
import { servingBuild } from '../../tsup.base.ts';

export default defineConfig(servingBuild);
