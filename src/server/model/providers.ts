import { type Wire, wireOf } from '../../engine/template/model-kwargs/index.ts'
import type { ModelCall, ModelProvider, ProviderDependencies } from './provider.ts'

type Load = (dependencies: ProviderDependencies) => Promise<ModelProvider>

const openAi: Load = async (dependencies) => (await import('./openai/index.ts')).createOpenAi(dependencies)

/** Each provider and its SDK are loaded at the first call, to save memory. */
const byWire: Record<Wire, Load> = {
  'openai-chat': openAi,
  'openai-responses': openAi,
  'openai-images': openAi,
  anthropic: async (dependencies) => (await import('./anthropic/index.ts')).createAnthropic(dependencies),
  google: async (dependencies) => (await import('./google/index.ts')).createGoogle(dependencies),
  bedrock: async (dependencies) => (await import('./bedrock/index.ts')).createBedrock(dependencies),
  mistral: async (dependencies) => (await import('./mistral/index.ts')).createMistral(dependencies),
  cohere: async (dependencies) => (await import('./cohere/index.ts')).createCohere(dependencies),
  huggingface: async (dependencies) =>
    (await import('./huggingface/index.ts')).createHuggingFace(dependencies),
}

export type Providers = (call: Pick<ModelCall, 'provider' | 'model' | 'apiType'>) => Promise<ModelProvider>

export function createProviders(dependencies: ProviderDependencies): Providers {
  const loaded = new Map<Load, Promise<ModelProvider>>()
  return ({ provider, model, apiType }) => {
    const load = byWire[wireOf({ provider, name: model, api_type: apiType })]
    const loading = loaded.get(load) ?? load(dependencies)
    loaded.set(load, loading)
    return loading
  }
}
