/** Playgrounds that a workspace shares, and scores of their answers. A version number prevents lost updates. */

import type { Handlers } from '../http/handler.ts'
import { savedHandlers } from './playgrounds.ts'
import { scoreAnswer } from './score-answer.ts'

export const playgroundHandlers = { ...savedHandlers, scoreAnswer } satisfies Partial<Handlers>
