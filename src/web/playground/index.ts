/** The playground: variants against cases, with answers compared; saved ones and their list. */

export { benchOfPrompt, type PromptContent } from './from-request.ts'
export { benchOfRows } from './from-rows.ts'
export { queueForPlayground } from './use-brought.ts'
export { maxCases } from './variant.ts'
