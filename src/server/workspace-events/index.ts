/** The stream of changes that browsers subscribe to. Its source is the audit log. */

import type { Handlers } from '../http/handler.ts'
import { readEvents } from './read-events.ts'

export { auditWatchOf } from './audit-watch.ts'

export const liveHandlers = { readEvents } satisfies Partial<Handlers>
