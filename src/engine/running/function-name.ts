import { openAiApiType } from '../template/model-kwargs/wire.ts'

interface CalledModel {
  readonly provider: string
  readonly model: string
  readonly apiType: string | null
  readonly type: 'chat' | 'completion'
}

/**
 * Name of the provider SDK's method, as the vendor's SDK reports it for the same call; other providers get their own
 * names.
 */
export function functionNameOf({ provider, model, apiType, type }: CalledModel): string {
  const isChat = type === 'chat'
  if (provider === 'openai' || provider === 'openai.azure') {
    const owner = provider === 'openai' ? 'openai' : 'openai.AzureOpenAI'
    return `${owner}.${openAiMethod(apiType, isChat)}`
  }
  const family = provider === 'vertexai' ? familyOf(model) : provider
  switch (family) {
    case 'anthropic':
    case 'anthropic.bedrock':
      return isChat ? 'anthropic.messages.create' : 'anthropic.completions.create'
    case 'google':
      return isChat ? 'google.convo.send_message' : 'google.model.generate_content'
    case 'amazon.bedrock':
      return 'boto3.bedrock-runtime.converse'
    case 'mistral':
      return 'mistral.client.chat'
    case 'cohere':
      return 'cohere.chat'
    case 'openrouter':
      return apiType === 'embeddings' ? 'openrouter.embeddings.create' : 'openrouter.chat.send'
    default:
      return `${provider}.${openAiMethod(apiType === 'embeddings' ? apiType : null, isChat)}`
  }
}

const familyOf = (model: string): string => (model.startsWith('claude') ? 'anthropic' : 'google')

function openAiMethod(apiType: string | null, isChat: boolean): string {
  if (apiType === 'embeddings') return 'embeddings.create'
  switch (openAiApiType(apiType)) {
    case 'responses':
      return 'responses.create'
    case 'images':
      return 'images.generate'
    case 'chat-completions':
      return isChat ? 'chat.completions.create' : 'completions.create'
  }
}
