import type { Handlers } from '../http/handler.ts'
import { readEvents } from './read-events.ts'

export { Changes } from './changes.ts'

export const liveHandlers = { readEvents } satisfies Partial<Handlers>
