import {
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

/** The call of a provider's SDK with llm_kwargs, and the expression for the text of its answer. */
interface SdkCall {
  readonly imports: string
  readonly call: string
  readonly text: string
}

interface Sdk {
  readonly npm: string
  readonly pip: string
  readonly javascript: SdkCall
  readonly python: SdkCall
  /** The expressions for the tool calls of the answer, in both languages, if its text can be absent. */
  readonly toolCalls?: { readonly javascript: string; readonly python: string }
  /** The fields of `answer.usage` with the input and output tokens. */
  readonly tokens: readonly [string, string]
}

const openAi = (isResponses: boolean): Sdk => {
  const method = isResponses ? 'responses.create' : 'chat.completions.create'
  const message = 'answer.choices[0].message'
  const textOf = (operator: '??' | 'or') =>
    isResponses ? 'answer.output_text' : `${message}.content ${operator} ""`
  return {
    npm: 'openai',
    pip: 'openai',
    javascript: {
      imports: "import OpenAI from 'openai'",
      call: `await new OpenAI().${method}(prompt.llm_kwargs)`,
      text: textOf('??'),
    },
    python: {
      imports: 'from openai import OpenAI',
      call: `OpenAI().${method}(**prompt["llm_kwargs"])`,
      text: textOf('or'),
    },
    ...(!isResponses && {
      toolCalls: {
        javascript: `${message}.tool_calls`,
        python: `[call.model_dump() for call in ${message}.tool_calls or []]`,
      },
    }),
    tokens: isResponses ? ['input_tokens', 'output_tokens'] : ['prompt_tokens', 'completion_tokens'],
  }
}

const anthropic: Sdk = {
  npm: '@anthropic-ai/sdk',
  pip: 'anthropic',
  javascript: {
    imports: "import Anthropic from '@anthropic-ai/sdk'",
    call: 'await new Anthropic().messages.create(prompt.llm_kwargs)',
    text: "answer.content.map((block) => block.text ?? '').join('')",
  },
  python: {
    imports: 'from anthropic import Anthropic',
    call: 'Anthropic().messages.create(**prompt["llm_kwargs"])',
    text: '"".join(block.text for block in answer.content if block.type == "text")',
  },
  tokens: ['input_tokens', 'output_tokens'],
}

const sdkOf = ({ provider, isResponses }: Sample): Sdk | null =>
  provider === 'openai' ? openAi(isResponses) : provider === 'anthropic' ? anthropic : null

export const readInJavascript: SampleWriter = (origin, sample) => {
  const sdk = sdkOf(sample)
  const read = javascriptPost('prompt', readAddress(origin, sample), json(readBody(sample)))
  if (!sdk)
    return `${javascriptHelper}

${read}
// Pass these arguments to the SDK of ${sample.provider}.
console.log(prompt.llm_kwargs)`
  const [input, output] = sdk.tokens
  return `// npm install ${sdk.npm}
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
  output: { type: 'chat', messages: [{ role: 'assistant', content: [{ type: 'text', text }]${
    sdk.toolCalls ? `, tool_calls: ${sdk.toolCalls.javascript}` : ''
  } }] },
  request_start_time: start.toISOString(),
  request_end_time: new Date().toISOString(),
  prompt_name: ${JSON.stringify(sample.name)},
  prompt_version_number: prompt.version,
  prompt_input_variables: ${json(sample.variables, 2)},${
    sample.metadata ? `\n  metadata: ${json(sample.metadata, 2)},` : ''
  }
  input_tokens: answer.usage.${input},
  output_tokens: answer.usage.${output},
})`
}

export const readInPython: SampleWriter = (origin, sample) => {
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
  const [input, output] = sdk.tokens
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
    "output": {"type": "chat", "messages": [{"role": "assistant", "content": [{"type": "text", "text": text}]${
      sdk.toolCalls ? `, "tool_calls": ${sdk.toolCalls.python}` : ''
    }}]},
    "request_start_time": start.isoformat(),
    "request_end_time": datetime.now(timezone.utc).isoformat(),
    "prompt_name": ${JSON.stringify(sample.name)},
    "prompt_version_number": prompt["version"],
    "prompt_input_variables": ${python(sample.variables, 4)},${
      sample.metadata ? `\n    "metadata": ${python(sample.metadata, 4)},` : ''
    }
    "input_tokens": answer.usage.${input},
    "output_tokens": answer.usage.${output},
})`
}
