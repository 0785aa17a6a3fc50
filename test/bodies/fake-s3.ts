import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { BodyStorageSettings } from '../../src/server/config/body-storage-settings.ts'

const keys = { id: 'AKIATEST', secret: 'a secret/with+signs' }

/**
 * How the storage behaves: it works, closes connections, refuses writes, answers late, sends half of an answer, or
 * never answers.
 */
export type Mood = 'works' | 'away' | 'full' | 'slow' | 'half' | 'silent'

/** Milliseconds of a slow answer, longer than the time limit of a read. */
const slowness = 6_000
const namesInAList = 2

/** A bucket in memory behind the S3 API: signatures, ranges and `If-None-Match: *` are checked. */
export class FakeS3 {
  readonly objects = new Map<string, Buffer>()
  mood: Mood = 'works'
  secret = keys.secret
  /** Age of the objects in milliseconds, as lists of objects report it. */
  age = 0
  /** Called after an object is stored, before the answer. */
  afterPut: (name: string) => void = () => {}
  /** Called for each call that gets no answer. */
  afterSilence: () => void = () => {}
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch(() => response.destroy())
  })

  static async start(): Promise<FakeS3> {
    const storage = new FakeS3()
    await new Promise<void>((resolve) => storage.#server.listen(0, '127.0.0.1', resolve))
    return storage
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  settings(changes: Partial<BodyStorageSettings> = {}): BodyStorageSettings {
    return {
      endpoint: new URL(this.address),
      bucket: 'bodies',
      region: 'eu-test-1',
      accessKeyId: keys.id,
      secretAccessKey: this.secret,
      prefix: 'galley/',
      moveAfterMs: 0,
      ...changes,
    }
  }

  environment(): Record<string, string> {
    return {
      GALLEY_S3_ENDPOINT: this.address,
      GALLEY_S3_BUCKET: 'bodies',
      GALLEY_S3_REGION: 'eu-test-1',
      GALLEY_S3_ACCESS_KEY_ID: keys.id,
      GALLEY_S3_SECRET_ACCESS_KEY: keys.secret,
      GALLEY_S3_MOVE_AFTER: '0',
    }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const refuse = (status: number, code: string) =>
      void response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
    if (this.mood === 'away') return void response.destroy()
    if (this.mood === 'silent') return this.afterSilence()
    if (this.mood === 'slow') await new Promise((resolve) => setTimeout(resolve, slowness).unref())
    if (!isSigned(request, body, this.secret)) return refuse(403, 'SignatureDoesNotMatch')
    const { pathname, searchParams } = new URL(request.url!, this.address)
    const [, bucket, ...rest] = pathname.split('/')
    if (bucket !== 'bodies') return refuse(404, 'NoSuchBucket')
    const name = rest.join('/')
    if (name === '') return void response.end(this.#list(searchParams))
    const object = this.objects.get(name)
    if (request.method === 'PUT') {
      if (this.mood === 'full') return refuse(507, 'InsufficientStorage')
      if (object && request.headers['if-none-match'] === '*') return refuse(412, 'PreconditionFailed')
      this.objects.set(name, body)
      this.afterPut(name)
      return void response.end()
    }
    if (request.method === 'DELETE') {
      this.objects.delete(name)
      return void response.writeHead(204).end()
    }
    if (!object) return refuse(404, 'NoSuchKey')
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range!)!
    const bytes = object.subarray(Number(from), Number(to) + 1)
    if (this.mood === 'half') {
      response.writeHead(206, { 'content-length': bytes.length })
      return void response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
    }
    response.writeHead(206).end(bytes)
  }

  #list(query: URLSearchParams): string {
    const [prefix, after] = ['prefix', 'start-after'].map((name) => query.get(name) ?? '') as [string, string]
    const names = [...this.objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort()
    const contents = names
      .slice(0, namesInAList)
      .map(
        (name) =>
          `<Contents><Key>${name}</Key><LastModified>${new Date(Date.now() - this.age).toISOString()}</LastModified><Size>${this.objects.get(name)!.length}</Size></Contents>`,
      )
    return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}</ListBucketResult>`
  }
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Uint8Array, text: string) => createHmac('sha256', key).update(text).digest()

/** Signature Version 4, computed from the received request. */
function isSigned({ method, url, headers }: IncomingMessage, body: Uint8Array, secret: string): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/
  const [, id, scope, names, signature] = pattern.exec(headers.authorization ?? '') ?? []
  if (id !== keys.id || !scope || !names || headers['x-amz-content-sha256'] !== sha256(body)) return false
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const [path, query = ''] = url!.split('?')
  const canonical = [
    method,
    path,
    query.split('&').sort().join('&'),
    signed.join(''),
    names,
    sha256(body),
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<string | Uint8Array>(hmac, `AWS4${secret}`)
  return hmac(key, text).toString('hex') === signature
}
