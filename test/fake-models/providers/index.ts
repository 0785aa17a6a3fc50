import { anthropic } from './anthropic.ts'
import { bedrock } from './bedrock/index.ts'
import { cohere } from './cohere.ts'
import { google } from './google.ts'
import { huggingFace } from './huggingface.ts'
import { mistral } from './mistral.ts'
import { azure, openAi, openRouter } from './openai/index.ts'
import type { Provider } from './provider.ts'
import { vertex } from './vertex.ts'

export const providers: readonly Provider[] = [
  openAi,
  azure,
  openRouter,
  anthropic,
  google,
  vertex,
  mistral,
  cohere,
  bedrock,
  huggingFace,
]
