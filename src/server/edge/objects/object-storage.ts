import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto'
import { createGuardedFetch, type GuardedFetch, type OutboundAnswer } from '../fetch/index.ts'

/** The address of a bucket with the S3 API, and the key for it. */
export interface ObjectStorageOptions {
  readonly endpoint: URL
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Object storage refused a call. The message names the status and the code of S3, never a key of the account. */
export class ObjectStorageError extends Error {
  override readonly name = 'ObjectStorageError'
  readonly status: number
  /** The error code of S3, such as NoSuchKey; null if the answer has none. */
  readonly code: string | null

  constructor(status: number, code: string | null) {
    super(`The object storage answered ${status}${code ? ` (${code})` : ''}.`)
    this.status = status
    this.code = code
  }
}

export interface ObjectStorage {
  /** Writes a new object. Fails with 412 if an object of that name exists. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Writes an object, replacing one of that name. */
  replace(name: string, bytes: Uint8Array): Promise<void>
  /** Reads a range of bytes of an object. */
  read(name: string, offset: number, length: number, timeoutMs: number): Promise<Uint8Array>
  /** Deletes an object. Succeeds if there is none of that name. */
  delete(name: string): Promise<void>
  /** Lists at most 1,000 objects with the prefix whose names sort after `after`. An empty list means the end. */
  list(prefix: string, after: string): Promise<ListedObject[]>
  /** Aborts the calls under way. */
  close(): Promise<void>
}

export interface ListedObject {
  readonly name: string
  readonly bytes: number
  /** When the object was written, in milliseconds since 1970. */
  readonly writtenAt: number
}

const putTimeout = 120_000
const shortTimeout = 30_000
const maxErrorBytes = 16 * 1024
/** Room for 1,000 entries with names of at most 1,024 bytes, and the other fields of S3. */
const maxListBytes = 4 * 1024 * 1024

interface Call {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  readonly name: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  readonly timeoutMs: number
  readonly maxBytes?: number
}

/** Creates a client. The operator chose the endpoint, so its address may be private; no other host can be reached. */
export function createObjectStorage(options: ObjectStorageOptions): ObjectStorage {
  const { endpoint, bucket } = options
  const port = endpoint.port || (endpoint.protocol === 'https:' ? '443' : '80')
  const guarded: GuardedFetch = createGuardedFetch({ allow: [`${endpoint.hostname}:${port}`] })
  const signer = createSigner(options)
  const closing = new AbortController()

  async function send({
    method,
    name,
    query = {},
    headers = {},
    body,
    timeoutMs,
    maxBytes = maxErrorBytes,
  }: Call): Promise<OutboundAnswer> {
    const path = `${endpoint.pathname.replace(/\/$/, '')}/${bucket}${name && `/${name}`}`
    const signed = await (await signer).sign({
      method,
      protocol: endpoint.protocol,
      hostname: endpoint.hostname,
      path,
      query,
      headers: { host: endpoint.host, ...headers },
      body: body ?? '',
    })
    const answer = await guarded.fetch(`${endpoint.origin}${path}${queryText(query)}`, {
      method,
      headers: { ...signed.headers, 'accept-encoding': 'identity' },
      body: body ?? null,
      timeoutMs,
      signal: closing.signal,
      maxResponseBytes: Math.max(maxBytes, maxErrorBytes),
      redirects: 'return',
    })
    if (answer.status < 300) return answer
    throw new ObjectStorageError(answer.status, await codeOf(answer))
  }

  const write = async (name: string, body: Uint8Array, conditions: Readonly<Record<string, string>>) => {
    const headers = { ...conditions, 'content-type': 'application/octet-stream' }
    const answer = await send({ method: 'PUT', name, headers, body, timeoutMs: putTimeout })
    await answer.bytes()
  }

  return {
    put: (name, bytes) => write(name, bytes, { 'if-none-match': '*' }),
    replace: (name, bytes) => write(name, bytes, {}),
    async read(name, offset, length, timeoutMs) {
      const headers = { range: `bytes=${offset}-${offset + length - 1}` }
      const answer = await send({ method: 'GET', name, headers, timeoutMs, maxBytes: length })
      if (answer.status !== 206) {
        await answer.body.cancel()
        throw new ObjectStorageError(answer.status, 'RangeIgnored')
      }
      return answer.bytes()
    },
    async delete(name) {
      try {
        const answer = await send({ method: 'DELETE', name, timeoutMs: shortTimeout })
        await answer.bytes()
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    },
    async list(prefix, after) {
      const query = { 'list-type': '2', prefix, ...(after && { 'start-after': after }) }
      const call = {
        method: 'GET',
        name: '',
        query,
        timeoutMs: shortTimeout,
        maxBytes: maxListBytes,
      } as const
      return listedIn(await (await send(call)).text())
    },
    close() {
      closing.abort()
      return guarded.close()
    },
  }
}

const queryText = (query: Readonly<Record<string, string>>): string => {
  // `encodeURIComponent` leaves these five characters, which the signature encodes.
  const encoded = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    )
  const parts = Object.entries(query).map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

/** Parses the answer of ListObjectsV2. */
function listedIn(xml: string): ListedObject[] {
  const field = (entry: string, name: string) =>
    new RegExp(`<${name}>([^<]*)</${name}>`).exec(entry)?.[1] ?? ''
  return [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry]) => ({
    name: field(entry!, 'Key'),
    bytes: Number(field(entry!, 'Size')),
    writtenAt: Date.parse(field(entry!, 'LastModified')),
  }))
}

/** True if the error says that the object does not exist in an existing bucket. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ObjectStorageError && error.status === 404 && error.code !== 'NoSuchBucket'

/** Creates the signer at the first call. Its package comes with the SDK of Bedrock. */
async function createSigner({ region, accessKeyId, secretAccessKey }: ObjectStorageOptions) {
  const { SignatureV4 } = await import('@smithy/signature-v4')
  return new SignatureV4({
    service: 's3',
    region,
    credentials: { accessKeyId, secretAccessKey },
    sha256: Sha256,
    // The signature of S3 covers the path as it is sent.
    uriEscapePath: false,
  })
}

/** SHA-256, or HMAC if there is a secret, in the interface of the signer. */
class Sha256 {
  readonly #secret: string | Uint8Array | undefined
  #hash: Hash | Hmac

  constructor(secret?: unknown) {
    this.#secret = secret as string | Uint8Array | undefined
    this.#hash = this.#start()
  }

  update(data: Uint8Array): void {
    this.#hash.update(data)
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }

  reset(): void {
    this.#hash = this.#start()
  }

  #start(): Hash | Hmac {
    return this.#secret === undefined ? createHash('sha256') : createHmac('sha256', this.#secret)
  }
}

async function codeOf(answer: OutboundAnswer): Promise<string | null> {
  const text = await answer.text().catch(() => '')
  return /<Code>([A-Za-z0-9]{1,60})<\/Code>/.exec(text)?.[1] ?? null
}
