import { field } from '../../../engine/template/provider-reading/common/json.ts'
import { openBedrock } from '../bedrock/sdk.ts'
import { bedrockWire } from '../bedrock/wire.ts'
import type { ModelCall } from '../provider.ts'
import { anthropicErrors } from './errors.ts'
import type { Host } from './host.ts'

/** Claude on Bedrock. InvokeModel transports Anthropic's messages and events. */
export const bedrock: Host = {
  wire: {
    ...bedrockWire,
    name: 'Claude on Amazon Bedrock',
    errors: {
      ...bedrockWire.errors,
      codes: new Map([...anthropicErrors.codes!, ...bedrockWire.errors.codes!]),
    },
  },

  async message(call, send) {
    const { client, commands, stop } = await openBedrock(call, send)
    try {
      const answer = await client.send(new commands.InvokeModelCommand(inputOf(call)))
      return JSON.parse(new TextDecoder().decode(answer.body)) as unknown
    } finally {
      stop()
    }
  },

  async *events(call, send) {
    const { client, commands, stop } = await openBedrock(call, send)
    try {
      const answer = await client.send(new commands.InvokeModelWithResponseStreamCommand(inputOf(call)))
      for await (const event of answer.body ?? []) yield eventOf(event)
    } finally {
      stop()
    }
  },
}

const transportArguments = [
  'model',
  'stream',
  'apiKey',
  'baseURL',
  'base_url',
  'aws_access_key',
  'aws_secret_key',
  'aws_region',
  'aws_session_token',
]

function inputOf({ kwargs, model }: ModelCall) {
  const rest = Object.entries(kwargs).filter(([name]) => !transportArguments.includes(name))
  const body = { ...Object.fromEntries(rest), anthropic_version: 'bedrock-2023-05-31' }
  return {
    modelId: String(kwargs['model'] ?? model),
    contentType: 'application/json',
    accept: 'application/json',
    body: JSON.stringify(body),
  }
}

/** Each chunk contains one event of Anthropic. */
function eventOf(event: object): unknown {
  const bytes = field(field(event, 'chunk'), 'bytes')
  return bytes instanceof Uint8Array ? (JSON.parse(new TextDecoder().decode(bytes)) as unknown) : event
}
