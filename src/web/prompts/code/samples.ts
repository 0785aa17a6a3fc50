interface Sample {
  readonly name: string
  readonly selector: { readonly label: string } | { readonly version: number }
  readonly variables: Readonly<Record<string, unknown>>
}

export type Language = 'javascript' | 'python' | 'curl'

const indented = (value: unknown, by: number) =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(by)}`)

/** A text inside single quotes of a shell. */
const quoted = (text: string) => text.replaceAll("'", "'\\''")

const samples: Readonly<Record<Language, (address: string, sample: Sample) => string>> = {
  javascript: (address, { name, selector, variables }) => `import { PromptLayer } from 'promptlayer'

const galley = new PromptLayer({
  apiKey: process.env.API_KEY,
  baseURL: ${JSON.stringify(address)},
})

const prompt = await galley.templates.get(${JSON.stringify(name)}, ${indented(
    { ...selector, input_variables: variables },
    0,
  )})
console.log(prompt.llm_kwargs)`,

  python: (address, { name, selector, variables }) => `import os
from promptlayer import PromptLayer

galley = PromptLayer(
    api_key=os.environ["API_KEY"],
    base_url=${JSON.stringify(address)},
)

prompt = galley.templates.get(${JSON.stringify(name)}, ${indented(
    { ...selector, input_variables: variables },
    0,
  )})
print(prompt["llm_kwargs"])`,

  curl: (address, { name, selector, variables }) =>
    `curl ${address}/prompt-templates/${encodeURIComponent(name).replaceAll("'", '%27')} \\
  -H "X-API-KEY: $API_KEY" -H 'content-type: application/json' \\
  -d '${quoted(indented({ ...selector, input_variables: variables }, 0))}'`,
}

/** Code that reads the prompt from this server. The key is never in it. */
export const sampleOf = (language: Language, sample: Sample): string =>
  samples[language](location.origin, sample)
