import { type Api, bodyOf } from '../../kit/api.ts'
import type { TestApp } from '../../kit/app.ts'

export const collections = '/api/public/v2/skill-collections'
export const pathOf = (identifier: string) => `${collections}/${encodeURIComponent(identifier)}`

type Files = Readonly<Record<string, string>>
export const filesOf = (files: Files) => Object.entries(files).map(([path, content]) => ({ path, content }))

/** Creates a collection of files. Returns its id. */
export async function create(api: Api, name: string, files: Files = {}, rest: object = {}) {
  return bodyOf(await api.post(collections, { name, files: filesOf(files), ...rest }), 201)
}

export async function save(api: Api, identifier: string, changes: object) {
  return bodyOf(await api.post(`${pathOf(identifier)}/versions`, changes), 201).version
}

export async function filesIn(api: Api, identifier: string, query = ''): Promise<Files> {
  return bodyOf(await api.get(pathOf(identifier) + query)).files
}

/** Sends a multipart form. */
export async function sendForm(
  app: Pick<TestApp, 'baseUrl' | 'key'>,
  path: string,
  parts: Readonly<Record<string, Buffer | object>>,
) {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts))
    if (Buffer.isBuffer(part)) form.append(name, new Blob([new Uint8Array(part)]), 'skills.zip')
    else form.append(name, JSON.stringify(part))
  const headers = { 'X-API-KEY': app.key }
  const response = await fetch(app.baseUrl + path, { method: 'POST', headers, body: form })
  // biome-ignore lint/suspicious/noExplicitAny: any JSON of the server.
  return { status: response.status, body: (await response.json()) as any }
}
