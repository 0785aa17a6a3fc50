/** Pictures, audio, video and documents of logged bodies: taken out on arrival, stored once by hash, put back on reading. */

import type { Handlers } from '../http/handler.ts'
import { readMedia } from './read-media.ts'

export { insertMedia, listMedia } from './media-queries.ts'
export { MediaDeletedError, putBackMedia } from './put-back.ts'
export { type Media, takeOutMedia } from './take-out.ts'

export const mediaHandlers = { readMedia } satisfies Partial<Handlers>
