/** Playgrounds that a workspace shares, and scores of their answers. A version number prevents lost updates. */

import type { Handlers } from '../http/handler.ts'
import { savedPlaygroundHandlers } from './playgrounds.ts'
import { scoreAnswer } from './score-answer.ts'

export const playgroundHandlers = { ...savedPlaygroundHandlers, scoreAnswer } satisfies Partial<Handlers>
