import { config } from 'zod';

// So few values are read before the process ends that compiling a parser for each schema would cost more than it saves.
config({ jitless: true });
