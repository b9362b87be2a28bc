import { createMemoryStore } from '@modegate/session-store';
import { describeStore } from '@modegate/session-store/testing';
import { describe, expect, test } from 'vitest';

describeStore('memory', () => ({ store: createMemoryStore() }), { describe, test, expect });
