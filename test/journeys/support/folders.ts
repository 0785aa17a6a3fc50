import assert from 'node:assert/strict'
import { type Api, bodyOf, type Reply } from '../../kit/api.ts'

export const foldersPath = '/api/public/v2/folders'
export const entitiesPath = `${foldersPath}/entities`

export interface Named {
  readonly id: number
  readonly type: string
}

export const aFolder = (id: number): Named => ({ id, type: 'FOLDER' })
export const aPrompt = (id: number): Named => ({ id, type: 'PROMPT' })

/** Creates a folder. Returns its id. */
export async function makeFolder(api: Api, name: string, parent?: number | null, rest: object = {}) {
  const reply = await api.post(foldersPath, { name, parent_id: parent, ...rest })
  return bodyOf(reply, 201).folder.id as number
}

/** Publishes a template, by default a chat, into a folder. Returns its id. */
export async function makePrompt(
  api: Api,
  name: string,
  folder?: number | null,
  options: { text?: string; completion?: boolean; tags?: string[]; external_ids?: object[] } = {},
) {
  const content = [{ type: 'text', text: options.text ?? 'Hello.' }]
  const reply = await api.post('/rest/prompt-templates', {
    prompt_template: { prompt_name: name, folder_id: folder, tags: options.tags },
    prompt_version: {
      prompt_template: options.completion
        ? { type: 'completion', content }
        : { type: 'chat', messages: [{ role: 'user', content }] },
    },
    external_ids: options.external_ids,
  })
  return bodyOf(reply).id as number
}

export const update = (api: Api, id: number, body: object) => api.patch(`${foldersPath}/${id}`, body)

export const move = (api: Api, entities: readonly Named[], folder?: number | null) =>
  api.post(entitiesPath, { entities, folder_id: folder })

export const remove = (api: Api, entities: readonly Named[], cascade?: boolean) =>
  api.delete(entitiesPath, {}, { entities, cascade })

export interface ListedEntity extends Named {
  readonly name: string
  readonly folder_id: number | null
  readonly path: string[]
  readonly metadata: object | null
  readonly external_ids: object[]
}

export async function list(api: Api, query = ''): Promise<ListedEntity[]> {
  return bodyOf(await api.get(`${entitiesPath}${query}`)).entities
}

export const namesIn = async (api: Api, query = '') => (await list(api, query)).map(({ name }) => name)

export const resolve = (api: Api, path: string) =>
  api.get(`${foldersPath}/resolve-id?path=${encodeURIComponent(path)}`)

export function assertRefused({ status, body }: Reply, expectedStatus: number, error?: string) {
  assert.equal(status, expectedStatus, JSON.stringify(body))
  if (error) assert.equal(body.error, error)
}
