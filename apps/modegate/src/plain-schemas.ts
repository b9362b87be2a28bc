import { config } from 'zod';

// The process reads so few values that compiling a parser for each schema would cost more time than it saves.
config({ jitless: true });
