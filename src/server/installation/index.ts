/** How much storage this server uses, and how its sandbox isolates code. */

import type { Handlers } from '../http/handler.ts'
import { readSandbox } from './read-sandbox.ts'
import { readStorage } from './read-storage.ts'

export const installationHandlers = { readStorage, readSandbox } satisfies Partial<Handlers>
