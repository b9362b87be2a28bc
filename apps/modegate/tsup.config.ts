import { defineConfig } from 'tsup';
import { programBuild } from '../../tsup.base.ts';

export default defineConfig(programBuild);
