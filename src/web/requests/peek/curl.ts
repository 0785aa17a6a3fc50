import type { Answer } from '../../api/index.ts'

type Request = Answer<'readRequest'>

interface Message {
  readonly role?: unknown
}

/** The messages of a request without its answer, which the log appends. */
export function inputOf({ prompt_blueprint }: Request) {
  const { prompt_template, metadata } = prompt_blueprint
  const { messages } = prompt_template as { messages?: readonly Message[] }
  if (!messages) return { prompt_template, metadata }
  const last = messages.at(-1)?.role === 'assistant' ? messages.slice(0, -1) : messages
  return { prompt_template: { ...prompt_template, messages: last }, metadata }
}

const field = /\{(\w+)(?:[!:][^}]*)?\}/g

/**
 * Values for `{name}` in logged texts: each variable is filled with its own text, so that the texts are sent
 * unchanged.
 */
export function literalValues(messages: readonly unknown[]): Record<string, string> {
  const matches = JSON.stringify(messages).matchAll(field)
  return Object.fromEntries([...matches].map(([whole, name]) => [name!, whole]))
}

/** A command that repeats the call through this server. */
export function curlOf(request: Request, origin: string): string {
  const draft = inputOf(request)
  const { messages } = draft.prompt_template as { messages?: readonly unknown[] }
  return curlOfRun({ draft, input_variables: literalValues(messages ?? []) }, origin)
}

/** A command that runs a template. The API key is a variable of the shell. */
export const curlOfRun = (run: object, origin: string): string =>
  [
    `curl ${origin}/api/public/v2/prompt-templates/run`,
    '-H "X-API-KEY: $API_KEY"',
    '-H "Content-Type: application/json"',
    `-d ${quoted(JSON.stringify(run, null, 2))}`,
  ].join(' \\\n  ')

/** A text in single quotes, inside which a shell expands nothing. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
