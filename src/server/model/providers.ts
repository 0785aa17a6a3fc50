import { type Wire, wireOf } from '../../engine/template/model-kwargs/index.ts'
import type { ModelCall, ModelProvider, ProviderWorld } from './provider.ts'

type Load = (world: ProviderWorld) => Promise<ModelProvider>

const openAi: Load = async (world) => (await import('./openai/index.ts')).createOpenAi(world)

/** Each provider and its SDK are loaded at the first call, to save memory. */
const byWire: Record<Wire, Load> = {
  'openai-chat': openAi,
  'openai-responses': openAi,
  'openai-images': openAi,
  anthropic: async (world) => (await import('./anthropic/index.ts')).createAnthropic(world),
  google: async (world) => (await import('./google/index.ts')).createGoogle(world),
  bedrock: async (world) => (await import('./bedrock/index.ts')).createBedrock(world),
  mistral: async (world) => (await import('./mistral/index.ts')).createMistral(world),
  cohere: async (world) => (await import('./cohere/index.ts')).createCohere(world),
  huggingface: async (world) => (await import('./huggingface/index.ts')).createHuggingFace(world),
}

export type Providers = (call: Pick<ModelCall, 'provider' | 'model' | 'apiType'>) => Promise<ModelProvider>

export function createProviders(world: ProviderWorld): Providers {
  const loaded = new Map<Load, Promise<ModelProvider>>()
  return ({ provider, model, apiType }) => {
    const load = byWire[wireOf({ provider, name: model, api_type: apiType })]
    const loading = loaded.get(load) ?? load(world)
    loaded.set(load, loading)
    return loading
  }
}
