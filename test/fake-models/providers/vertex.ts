import { json } from '../call.ts'
import { messages } from './anthropic.ts'
import { generate, google } from './google.ts'
import type { Provider, Wire } from './provider.ts'

/** Claude on Vertex AI: the model is in the path. */
const rawPredict: Wire = {
  ...messages,
  name: 'raw-predict',
  path: /\/publishers\/anthropic\/models\/[^/]+:(rawPredict|streamRawPredict)$/,
  question: (call) => ({
    ...messages.question(call),
    model: decodeURIComponent(/\/models\/([^/:]+):/.exec(call.path)?.[1] ?? ''),
  }),
}

/** The exchange of a service account's signed claim for a token. */
const token: Wire = {
  name: 'token',
  path: /^\/token$/,
  question: () => ({
    model: '',
    text: '',
    isToolResult: false,
    tools: [],
    schema: null,
    choices: 1,
    thinks: false,
    wantsImage: false,
  }),
  answer: () => json({ access_token: 'ya29.fake-token', expires_in: 3599, token_type: 'Bearer' }),
}

export const vertex: Provider = {
  ...google,
  name: 'vertex',
  mount: '/vertex',
  wires: [generate, rawPredict, token],
  environment: (baseUrl) => ({
    GOOGLE_VERTEX_BASE_URL: baseUrl,
    VERTEX_AI_API_KEY: 'vertex-fake',
    VERTEX_AI_PROJECT_ID: 'galley',
    VERTEX_AI_PROJECT_LOCATION: 'europe-west1',
  }),
}
