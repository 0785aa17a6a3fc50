import assert from 'node:assert/strict'
import type { Api, Reply } from '../../kit/api.ts'

export const text = (words: string) => [{ type: 'text' as const, text: words }]
export const message = (role: 'system' | 'user' | 'developer' | 'assistant', words: string) => ({
  role,
  content: text(words),
})
export const user = (words: string) => message('user', words)
export const chat = (...messages: unknown[]) => ({ type: 'chat' as const, messages })
/** A chat with one user message. */
export const says = (words: string) => chat(user(words))
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

export const publication = (name: string, template: unknown, given: Publishing = {}) => ({
  prompt_template: { prompt_name: name, ...(given.tags && { tags: given.tags }) },
  prompt_version: {
    prompt_template: template,
    ...(given.metadata && { metadata: given.metadata }),
    ...(given.commit !== undefined && { commit_message: given.commit }),
  },
  ...(given.labels && { release_labels: given.labels }),
  ...(given.externalIds && { external_ids: given.externalIds }),
  ...(given.overrides && { snippet_overrides: given.overrides }),
})

export const tryPublish = (api: Api, name: string, template: unknown, given?: Publishing): Promise<Reply> =>
  api.post('/rest/prompt-templates', publication(name, template, given))

/** Publishes a template. Returns the body of the answer. */
export async function publish(api: Api, name: string, template: unknown, given?: Publishing) {
  const reply = await tryPublish(api, name, template, given)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}

export const pathOf = (identifier: string | number) => `/prompt-templates/${encodeURIComponent(identifier)}`

/** Reads a template by `GET`, unrendered. */
export async function readRaw(api: Api, identifier: string | number, query = '') {
  const reply = await api.get(`${pathOf(identifier)}${query}`)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}

/** Reads a template by `POST`, rendered. */
export async function read(api: Api, identifier: string | number, body?: object | null) {
  const reply = await api.post(pathOf(identifier), body)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
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
