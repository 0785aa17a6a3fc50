import assert from 'node:assert/strict'
import { type Api, bodyOf, type Reply } from '../../kit/api.ts'

export const text = (words: string) => [{ type: 'text' as const, text: words }]
export const message = (role: 'system' | 'user' | 'developer' | 'assistant', words: string) => ({
  role,
  content: text(words),
})
export const user = (words: string) => message('user', words)
export const chat = (...messages: unknown[]) => ({ type: 'chat' as const, messages })
/** A chat with one user message. */
export const userChat = (words: string) => chat(user(words))
export const completion = (words: string) => ({ type: 'completion' as const, content: text(words) })
/** A message or template in jinja2. */
export const jinja = <T extends object>(part: T) => ({ ...part, template_format: 'jinja2' as const })

export const model = (provider: string, name: string, rest: object = {}) => ({
  model: { provider, name, parameters: {}, ...rest },
})

export interface Publishing {
  readonly tags?: string[]
  readonly labels?: string[]
  readonly metadata?: object
  readonly commit?: string
  readonly externalIds?: { source: string; external_id: string }[]
  readonly overrides?: Record<string, string>
}

export const publication = (name: string, template: unknown, options: Publishing = {}) => ({
  prompt_template: { prompt_name: name, ...(options.tags && { tags: options.tags }) },
  prompt_version: {
    prompt_template: template,
    ...(options.metadata && { metadata: options.metadata }),
    ...(options.commit !== undefined && { commit_message: options.commit }),
  },
  ...(options.labels && { release_labels: options.labels }),
  ...(options.externalIds && { external_ids: options.externalIds }),
  ...(options.overrides && { snippet_overrides: options.overrides }),
})

export const tryPublish = (api: Api, name: string, template: unknown, options?: Publishing): Promise<Reply> =>
  api.post('/rest/prompt-templates', publication(name, template, options))

/** Publishes a template. Returns the body of the answer. */
export async function publish(api: Api, name: string, template: unknown, options?: Publishing) {
  return bodyOf(await tryPublish(api, name, template, options))
}

export const pathOf = (identifier: string | number) => `/prompt-templates/${encodeURIComponent(identifier)}`

/** Reads a template by `GET`, unrendered. */
export async function readRaw(api: Api, identifier: string | number, query = '') {
  return bodyOf(await api.get(`${pathOf(identifier)}${query}`))
}

/** Reads a template by `POST`, rendered. */
export async function read(api: Api, identifier: string | number, body?: object | null) {
  return bodyOf(await api.post(pathOf(identifier), body))
}

interface Textual {
  readonly type: string
  readonly messages?: { content: { text: string }[] | null }[]
  readonly content?: { text: string }[]
}

/** The texts of a template, in order. */
export function textsOf(template: Textual): string[] {
  const contents =
    template.type === 'chat' ? template.messages!.map(({ content }) => content) : [template.content!]
  return contents.flatMap((blocks) => (blocks ?? []).map((block) => block.text))
}

/** Asserts the status of a refusal and, for a 422, which fields it names. */
export function assertRefused(reply: Reply, status: number, ...locations: string[]) {
  assert.equal(reply.status, status, JSON.stringify(reply.body))
  if (locations.length === 0) return
  const named = reply.body.detail.map((detail: { loc: string[] }) => detail.loc.join('.'))
  assert.deepEqual(named, locations)
}
