/** Code for applications. Each sample runs as it is pasted, with API_KEY in its environment. */

import {
  curl,
  javascriptHelper,
  javascriptPost,
  json,
  python,
  pythonHelper,
  readAddress,
  readBody,
  type Sample,
  type SampleWriter,
} from './code-parts.ts'
import { readInJavascript, readInPython } from './sdk-samples.ts'

export const integrations = ['run', 'read', 'log'] as const
export type Integration = (typeof integrations)[number]

export const languages = ['javascript', 'python', 'curl', 'opentelemetry'] as const
export type Language = (typeof languages)[number]

const runBody = ({ name, selector, variables, metadata }: Sample) => ({
  prompt_name: name,
  ...selector,
  input_variables: variables,
  ...(metadata && { metadata }),
})
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

/** Pinned, because the newest major versions of these two packages cannot be installed together. */
const openTelemetryPackages = '@opentelemetry/sdk-trace-node@2 @opentelemetry/exporter-trace-otlp-proto@0.218'

const logInOpenTelemetry: SampleWriter = (origin, { name, version, provider, model, variables }) => {
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

const samples: Readonly<Record<Integration, Partial<Record<Language, SampleWriter>>>> = {
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

export const languagesOf = (integration: Integration): Language[] =>
  languages.filter((language) => samples[integration][language])

/** The code of a sample. It never contains an API key. */
export const sampleOf = (integration: Integration, language: Language, sample: Sample): string =>
  (samples[integration][language] ?? samples[integration].javascript!)(location.origin, sample)
