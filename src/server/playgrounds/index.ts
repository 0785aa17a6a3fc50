/** Playgrounds that a workspace shares, with versions against lost updates, and scores of answers. */

import type { Handlers } from '../http/handler.ts'
import { savedHandlers } from './playgrounds.ts'
import { scoreAnswer } from './score-answer.ts'

export const playgroundHandlers = { ...savedHandlers, scoreAnswer } satisfies Partial<Handlers>
