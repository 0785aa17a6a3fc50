import type { Handlers } from '../http/handler.ts'
import { runTemplate } from './run-template.ts'

export { type NeedOptions, type Satisfied, satisfyNeed } from './needs/satisfy-need.ts'
export type { NeedSetting } from './needs/setting.ts'
export type { RunOptions } from './options.ts'
export { type PromptRunOptions, runPrompt } from './run-prompt.ts'
export { plainRequest, type RunEvent, type RunRequest, type RunResult } from './run-request.ts'
export { createTally, type Spending, type Tally } from './tally.ts'

export const runningHandlers = { runTemplate } satisfies Partial<Handlers>
