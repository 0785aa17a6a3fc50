/** Runs of templates: the loop of model and tools, the log of each call, and the needs of columns. */

import type { Handlers } from '../http/handler.ts'
import { runTemplate } from './run-template.ts'

export { guardedStep } from './guarded-step.ts'
export { embeddingModel } from './needs/embedding.ts'
export { poolOfPrompt } from './needs/prompt.ts'
export { type NeedOptions, type NeedResult, satisfyNeed } from './needs/satisfy-need.ts'
export { NeedFailure, type NeedSetting } from './needs/setting.ts'
export type { PaidCalls } from './options.ts'
export { PaidCallsOfJob, paidCallsOf } from './paid-calls.ts'
export { preloadCalls } from './preload-calls.ts'
export { poolOf } from './slot-request.ts'
export type { Spending } from './tally.ts'

export const runningHandlers = { runTemplate } satisfies Partial<Handlers>
