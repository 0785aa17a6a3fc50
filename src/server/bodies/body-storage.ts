import { putNewest } from '../caches/put-newest.ts'
import type { Database, Store } from '../db/index.ts'
import {
  createObjectStorage,
  isMissing,
  type ObjectStorage,
  type ObjectStorageOptions,
} from '../edge/index.ts'
import { findObjectName } from './body-queries.ts'
import { type Frame, unpackFrame } from './frame.ts'
import { sha256Of } from './media/sha256.ts'
import type { FrameAddress } from './stored-body.ts'

export interface BodySettings extends ObjectStorageOptions {
  readonly prefix: string
  readonly moveAfterMs: number
}

/** The object is gone or changed (`lost`), or the storage does not answer (`unreachable`). */
export class BodyUnavailableError extends Error {
  override readonly name = 'BodyUnavailableError'
  readonly kind: 'lost' | 'unreachable'

  constructor(kind: 'lost' | 'unreachable', message: string) {
    super(message)
    this.kind = kind
  }
}

const readTimeout = 5_000
/** Milliseconds after a failure in which reads are not tried. */
const pauseAfterFailure = 5_000
/** The number of cached frames; each takes about 1 MB. */
const maxFramesInMemory = 16

/** The object storage of a store, with counts since the process started. */
export class BodyStorage {
  readonly settings: BodySettings
  readonly objects: ObjectStorage
  readonly counts = { movedOut: 0, broughtBack: 0, lost: 0, unreachable: 0, failedWrites: 0 }
  /** Why the last call failed, as a sentence; null if it succeeded. */
  problem: string | null = null
  readonly #store: Store
  readonly #frames = new Map<string, Promise<Frame>>()
  #restUntil = 0

  constructor(store: Store, settings: BodySettings, objects = createObjectStorage(settings)) {
    this.#store = store
    this.settings = settings
    this.objects = objects
  }

  /** @throws BodyUnavailableError */
  async body(workspace: number, request: number, address: FrameAddress): Promise<Buffer> {
    const body = (await this.#frame(workspace, address)).get(request)
    return body ?? this.#lost('The object does not hold the body of this request.')
  }

  #frame(workspace: number, address: FrameAddress): Promise<Frame> {
    const key = `${workspace} ${address.object} ${address.offset}`
    const frame = this.#frames.get(key) ?? this.#read(workspace, address)
    putNewest(this.#frames, maxFramesInMemory, key, frame)
    frame.catch(() => this.#frames.delete(key))
    return frame
  }

  /**
   * The media that an object consists of.
   * @throws BodyUnavailableError
   */
  async media(object: number, sha256: string, length: number): Promise<Buffer> {
    const bytes = await this.#fetch({ object, offset: 0, length })
    const media = Buffer.from(bytes)
    return (await sha256Of(media)) === sha256 ? media : this.#lost('The object with the media was changed.')
  }

  async #read(workspace: number, address: FrameAddress): Promise<Frame> {
    const packed = await this.#fetch(address)
    return unpackFrame(packed, workspace).catch(() => this.#lost('The object with the body was changed.'))
  }

  async #fetch({ object, offset, length }: FrameAddress): Promise<Uint8Array> {
    const name = await findObjectName(this.#store.db, object)
    if (name === null) this.#lost('The object with the body is unknown.')
    if (performance.now() < this.#restUntil) this.#unreachable(this.problem ?? 'The storage failed.')
    try {
      const bytes = await this.objects.read(name, offset, length, readTimeout)
      this.problem = null
      return bytes
    } catch (error) {
      if (isMissing(error)) this.#lost(`The object ${name} does not exist.`)
      this.problem = (error as Error).message
      this.#restUntil = performance.now() + pauseAfterFailure
      this.#unreachable(this.problem)
    }
  }

  #lost(message: string): never {
    this.counts.lost++
    throw new BodyUnavailableError('lost', message)
  }

  #unreachable(message: string): never {
    this.counts.unreachable++
    throw new BodyUnavailableError('unreachable', message)
  }
}

/** The keys are connections, because an audited call has another store over the same connection. */
const storages = new WeakMap<Database, BodyStorage>()

/** After this, bodies of the store are moved to this object storage and read from there. */
export function attachBodyStorage(store: Store, settings: BodySettings): BodyStorage {
  const storage = new BodyStorage(store, settings)
  storages.set(store.db, storage)
  return storage
}

/** Null without GALLEY_S3_ENDPOINT. */
export const bodyStorageOf = (store: Store): BodyStorage | null => storages.get(store.db) ?? null

/** Aborts the calls of the store's object storage, so that a slow storage cannot delay the stop of the server. */
export async function closeBodyStorage(store: Store): Promise<void> {
  await storages.get(store.db)?.objects.close()
}

/**
 * Returns the object storage of a moved body or medium. `subject` begins the error message, such as "The body is".
 * @throws BodyUnavailableError if no storage is configured.
 */
export function requireBodyStorage(store: Store, moved: string): BodyStorage {
  const storage = bodyStorageOf(store)
  if (storage) return storage
  throw new BodyUnavailableError(
    'unreachable',
    `${moved} in object storage, and GALLEY_S3_ENDPOINT is not set.`,
  )
}
