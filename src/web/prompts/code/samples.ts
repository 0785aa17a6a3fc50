/** Code for applications. Each sample runs as it is pasted, with API_KEY in its environment. */

export interface Sample {
  readonly name: string
  readonly selector: { readonly label: string } | { readonly version: number }
  readonly variables: Readonly<Record<string, unknown>>
  /** The number of the version that the selector names now. */
  readonly version: number
  readonly provider: string
  readonly model: string
  readonly isResponses: boolean
}

export const ways = ['run', 'read', 'log'] as const
export type Integration = (typeof ways)[number]

export const languages = ['javascript', 'python', 'curl', 'opentelemetry'] as const
export type Language = (typeof languages)[number]

type Write = (origin: string, sample: Sample) => string

const json = (value: unknown, by = 0) =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(by)}`)

/** A value as a literal of Python. */
export function python(value: unknown, by = 0): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = ' '.repeat(by + 4)
  const parts = Array.isArray(value)
    ? value.map((item) => python(item, by + 4))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${python(item, by + 4)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  if (parts.length === 0) return `${open}${close}`
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${' '.repeat(by)}${close}`
}

/** A text for use inside single quotes of a shell. */
const quoted = (text: string) => text.replaceAll("'", "'\\''")

const curl = (address: string, body: unknown) => `curl ${address} \\
  -H "X-API-KEY: $API_KEY" -H 'Content-Type: application/json' \\
  -d '${quoted(json(body))}'`

const runBody = ({ name, selector, variables }: Sample) => ({
  prompt_name: name,
  ...selector,
  input_variables: variables,
})
const readBody = ({ selector, variables }: Sample) => ({ ...selector, input_variables: variables })
const readAddress = (origin: string, { name }: Sample) =>
  `${origin}/prompt-templates/${encodeURIComponent(name).replaceAll("'", '%27')}`

const javascriptPost = (constant: string, address: string, body: string) =>
  `const ${constant} = await post(${JSON.stringify(address)}, ${body})`

const javascriptHelper = `async function post(url, body) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'X-API-KEY': process.env.API_KEY, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.message)
  return answer
}`

const pythonHelper = `def post(url, body):
    response = requests.post(url, json=body, headers={"X-API-KEY": os.environ["API_KEY"]})
    answer = response.json()
    if not response.ok:
        raise RuntimeError(answer["message"])
    return answer`

/** How llm_kwargs are passed to a provider's SDK, and where its answer has the text and the tokens. */
interface Sdk {
  readonly install: string
  readonly javascript: {
    readonly imports: string
    readonly call: string
    readonly text: string
    readonly tokens: readonly [string, string]
  }
  readonly python: {
    readonly imports: string
    readonly call: string
    readonly text: string
    readonly tokens: readonly [string, string]
  }
  readonly pip: string
}

const openAi = (isResponses: boolean): Sdk => {
  const method = isResponses ? 'responses.create' : 'chat.completions.create'
  const tokens = isResponses
    ? (['input_tokens', 'output_tokens'] as const)
    : (['prompt_tokens', 'completion_tokens'] as const)
  const text = isResponses ? 'answer.output_text' : 'answer.choices[0].message.content'
  return {
    install: 'openai',
    pip: 'openai',
    javascript: {
      imports: "import OpenAI from 'openai'",
      call: `await new OpenAI().${method}(prompt.llm_kwargs)`,
      text,
      tokens,
    },
    python: {
      imports: 'from openai import OpenAI',
      call: `OpenAI().${method}(**prompt["llm_kwargs"])`,
      text,
      tokens,
    },
  }
}

const anthropic: Sdk = {
  install: '@anthropic-ai/sdk',
  pip: 'anthropic',
  javascript: {
    imports: "import Anthropic from '@anthropic-ai/sdk'",
    call: 'await new Anthropic().messages.create(prompt.llm_kwargs)',
    text: "answer.content.map((block) => block.text ?? '').join('')",
    tokens: ['input_tokens', 'output_tokens'],
  },
  python: {
    imports: 'from anthropic import Anthropic',
    call: 'Anthropic().messages.create(**prompt["llm_kwargs"])',
    text: '"".join(block.text for block in answer.content if block.type == "text")',
    tokens: ['input_tokens', 'output_tokens'],
  },
}

const sdkOf = ({ provider, isResponses }: Sample): Sdk | null =>
  provider === 'openai' ? openAi(isResponses) : provider === 'anthropic' ? anthropic : null

const readInJavascript: Write = (origin, sample) => {
  const sdk = sdkOf(sample)
  const read = javascriptPost('prompt', readAddress(origin, sample), json(readBody(sample)))
  if (!sdk)
    return `${javascriptHelper}

${read}
// Pass these arguments to the SDK of ${sample.provider}.
console.log(prompt.llm_kwargs)`
  const [input, output] = sdk.javascript.tokens
  return `// npm install ${sdk.install}
${sdk.javascript.imports}

${javascriptHelper}

${read}

const start = new Date()
const answer = ${sdk.javascript.call}
const text = ${sdk.javascript.text}
console.log(text)

await post(${JSON.stringify(`${origin}/log-request`)}, {
  provider: ${JSON.stringify(sample.provider)},
  model: answer.model,
  input: prompt.prompt_template,
  output: { type: 'chat', messages: [{ role: 'assistant', content: [{ type: 'text', text }] }] },
  request_start_time: start.toISOString(),
  request_end_time: new Date().toISOString(),
  prompt_name: ${JSON.stringify(sample.name)},
  prompt_version_number: prompt.version,
  prompt_input_variables: ${json(sample.variables, 2)},
  input_tokens: answer.usage.${input},
  output_tokens: answer.usage.${output},
})`
}

const readInPython: Write = (origin, sample) => {
  const sdk = sdkOf(sample)
  const read = `prompt = post(${JSON.stringify(readAddress(origin, sample))}, ${python(readBody(sample))})`
  if (!sdk)
    return `# pip install requests
import os
import requests

${pythonHelper}

${read}
# Pass these arguments to the SDK of ${sample.provider}.
print(prompt["llm_kwargs"])`
  const [input, output] = sdk.python.tokens
  return `# pip install requests ${sdk.pip}
import os
from datetime import datetime, timezone
import requests
${sdk.python.imports}

${pythonHelper}

${read}

start = datetime.now(timezone.utc)
answer = ${sdk.python.call}
text = ${sdk.python.text}
print(text)

post(${JSON.stringify(`${origin}/log-request`)}, {
    "provider": ${JSON.stringify(sample.provider)},
    "model": answer.model,
    "input": prompt["prompt_template"],
    "output": {"type": "chat", "messages": [{"role": "assistant", "content": [{"type": "text", "text": text}]}]},
    "request_start_time": start.isoformat(),
    "request_end_time": datetime.now(timezone.utc).isoformat(),
    "prompt_name": ${JSON.stringify(sample.name)},
    "prompt_version_number": prompt["version"],
    "prompt_input_variables": ${python(sample.variables, 4)},
    "input_tokens": answer.usage.${input},
    "output_tokens": answer.usage.${output},
})`
}

const message = (role: 'user' | 'assistant', text: string) => ({ role, content: [{ type: 'text', text }] })

/** A call of an application, with example texts. */
const logBody = ({ name, version, provider, model, variables }: Sample) => ({
  provider,
  model,
  input: { type: 'chat', messages: [message('user', 'Where is my order?')] },
  output: { type: 'chat', messages: [message('assistant', 'It left our warehouse this morning.')] },
  prompt_name: name,
  prompt_version_number: version,
  prompt_input_variables: variables,
  input_tokens: 12,
  output_tokens: 9,
})

/** The newest major versions of the two cannot be installed together: the SDK of version 3 has another package. */
const openTelemetryPackages = '@opentelemetry/sdk-trace-node@2 @opentelemetry/exporter-trace-otlp-proto@0.218'

const logInOpenTelemetry: Write = (origin, { name, version, provider, model, variables }) => {
  const parts = (role: string, text: string) => [{ role, parts: [{ type: 'text', content: text }] }]
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': provider,
    'gen_ai.request.model': model,
    'gen_ai.input.messages': JSON.stringify(parts('user', 'Where is my order?')),
    'gen_ai.output.messages': JSON.stringify(parts('assistant', 'It left our warehouse this morning.')),
    'gen_ai.usage.input_tokens': 12,
    'gen_ai.usage.output_tokens': 9,
    'promptlayer.prompt.name': name,
    'promptlayer.prompt.version': version,
    'promptlayer.prompt.input_variables': JSON.stringify(variables),
  }
  return `// npm install ${openTelemetryPackages}
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node'

const exporter = new OTLPTraceExporter({
  url: ${JSON.stringify(`${origin}/v1/traces`)},
  headers: { 'X-API-KEY': process.env.API_KEY },
})
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })

const span = provider.getTracer('my-application').startSpan(${JSON.stringify(`chat ${model}`)})
// Call the model here, then describe the call.
span.setAttributes(${json(attributes)})
span.end()
await provider.shutdown()`
}

const now = () => new Date().toISOString()
const started = () => new Date(Date.now() - 800).toISOString()

const samples: Readonly<Record<Integration, Partial<Record<Language, Write>>>> = {
  run: {
    javascript: (origin, sample) => `${javascriptHelper}

${javascriptPost('answer', `${origin}/api/public/v2/prompt-templates/run`, json(runBody(sample)))}
console.log(answer.text)`,
    python: (origin, sample) => `# pip install requests
import os
import requests

${pythonHelper}

answer = post(${JSON.stringify(`${origin}/api/public/v2/prompt-templates/run`)}, ${python(runBody(sample))})
print(answer["text"])`,
    curl: (origin, sample) => curl(`${origin}/api/public/v2/prompt-templates/run`, runBody(sample)),
  },
  read: {
    javascript: readInJavascript,
    python: readInPython,
    curl: (origin, sample) => curl(readAddress(origin, sample), readBody(sample)),
  },
  log: {
    javascript: (origin, sample) => `${javascriptHelper}

const start = new Date()
// Call the model here.
${javascriptPost(
  'logged',
  `${origin}/log-request`,
  json(logBody(sample)).replace(
    '{',
    `{
  request_start_time: start.toISOString(),
  request_end_time: new Date().toISOString(),`,
  ),
)}
console.log(logged.id)`,
    python: (origin, sample) => `# pip install requests
import os
from datetime import datetime, timezone
import requests

${pythonHelper}

start = datetime.now(timezone.utc)
# Call the model here.
logged = post(${JSON.stringify(`${origin}/log-request`)}, ${python(logBody(sample)).replace(
      '{',
      `{
    "request_start_time": start.isoformat(),
    "request_end_time": datetime.now(timezone.utc).isoformat(),`,
    )})
print(logged["id"])`,
    curl: (origin, sample) =>
      curl(`${origin}/log-request`, {
        request_start_time: started(),
        request_end_time: now(),
        ...logBody(sample),
      }),
    opentelemetry: logInOpenTelemetry,
  },
}

export const languagesOf = (way: Integration): Language[] =>
  languages.filter((language) => samples[way][language])

/** The code of a sample. It never contains an API key. */
export const sampleOf = (way: Integration, language: Language, sample: Sample): string =>
  (samples[way][language] ?? samples[way].javascript!)(location.origin, sample)
