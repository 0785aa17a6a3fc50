import { anthropic } from './anthropic.ts'
import { google } from './google.ts'
import { azure, openAi, openRouter } from './openai/index.ts'
import type { Provider } from './provider.ts'

export const providers: readonly Provider[] = [openAi, azure, openRouter, anthropic, google]
