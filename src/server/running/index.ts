import type { Handlers } from '../http/handler.ts'
import { runTemplate } from './run-template.ts'

export const runningHandlers = { runTemplate } satisfies Partial<Handlers>
