import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import type { Api } from '../../kit/api.ts'
import type { TestApp } from '../../kit/app.ts'

export const collections = '/api/public/v2/skill-collections'
export const pathOf = (identifier: string) => `${collections}/${encodeURIComponent(identifier)}`

type Files = Readonly<Record<string, string>>
export const filesOf = (files: Files) => Object.entries(files).map(([path, content]) => ({ path, content }))

/** Creates a collection of files. Returns its id. */
export async function create(api: Api, name: string, files: Files = {}, rest: object = {}) {
  const { status, body } = await api.post(collections, { name, files: filesOf(files), ...rest })
  assert.equal(status, 201, JSON.stringify(body))
  return body
}

export async function save(api: Api, identifier: string, changes: object) {
  const { status, body } = await api.post(`${pathOf(identifier)}/versions`, changes)
  assert.equal(status, 201, JSON.stringify(body))
  return body.version
}

export async function filesIn(api: Api, identifier: string, query = ''): Promise<Files> {
  const { status, body } = await api.get(pathOf(identifier) + query)
  assert.equal(status, 200, JSON.stringify(body))
  return body.files
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
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever JSON came back.
  return { status: response.status, body: (await response.json()) as any }
}

export async function unzip(bytes: Buffer): Promise<Files> {
  const zip = await fromBufferPromise(bytes)
  const files: Record<string, string> = {}
  for await (const entry of zip.eachEntry())
    files[entry.fileName] = (await buffer(await zip.openReadStreamPromise(entry))).toString('utf8')
  return files
}
