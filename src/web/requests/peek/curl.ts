import type { Answer } from '../../api/index.ts'

type Request = Answer<'readRequest'>

interface Message {
  readonly role?: unknown
}

/** What was asked, without the answer that stands behind it in the log. */
export function askedOf({ prompt_blueprint }: Request) {
  const { prompt_template, metadata } = prompt_blueprint
  const { messages } = prompt_template as { messages?: readonly Message[] }
  if (!messages) return { prompt_template, metadata }
  const last = messages.at(-1)?.role === 'assistant' ? messages.slice(0, -1) : messages
  return { prompt_template: { ...prompt_template, messages: last }, metadata }
}

const field = /\{(\w+)(?:[!:][^}]*)?\}/g

/** A logged text may hold `{name}` by itself; as its own value it is sent as it stands. */
export function literalsOf(messages: readonly unknown[]): Record<string, string> {
  const found = JSON.stringify(messages).matchAll(field)
  return Object.fromEntries([...found].map(([whole, name]) => [name!, whole]))
}

/** The call again, through this server. */
export function curlOf(request: Request, origin: string): string {
  const draft = askedOf(request)
  const { messages } = draft.prompt_template as { messages?: readonly unknown[] }
  return curlOfRun({ draft, input_variables: literalsOf(messages ?? []) }, origin)
}

/** A run of a template as a command. The key is a variable of the shell, never a key. */
export const curlOfRun = (run: object, origin: string): string =>
  [
    `curl ${origin}/api/public/v2/prompt-templates/run`,
    '-H "X-API-KEY: $API_KEY"',
    '-H "Content-Type: application/json"',
    `-d ${quoted(JSON.stringify(run, null, 2))}`,
  ].join(' \\\n  ')

/** In single quotes a shell reads nothing. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
