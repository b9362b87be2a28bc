import { config } from 'zod';

// Few values are read before the process ends, so compiling a parser for each schema would cost more than it saves.
config({ jitless: true });
