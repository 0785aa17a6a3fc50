/** The playground: variants against cases, with answers compared; saved ones and their list. */

export { benchOfPrompt, type PromptContent } from './from-request.ts'
export { queueForPlayground } from './use-brought.ts'
