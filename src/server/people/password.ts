import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Refusal } from '../../engine/refusal.ts'

const derive = promisify(argon2)
/** argon2id with 19 MiB and two passes, which takes 30 to 50 ms and memory, so that guessing is expensive. */
const cost = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 } as const
/** Each hash uses 19 MiB, so only four run at once. When this many more are queued, sign-ins are refused. */
const maxConcurrent = 4
const maxQueued = 64

let running = 0
const queue: (() => void)[] = []

/** Hashes a password. The format is `argon2id$salt$hash`, in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await withHashPermit(() => hashed(password, salt))
  return `argon2id$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/** Checks a password; the caller holds a permit. This takes equally long if there is no account. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [, salt = '', expected = ''] = (stored ?? dummyHash).split('$')
  const actual = await hashed(password, Buffer.from(salt, 'base64url'))
  const matches = timingSafeEqual(actual, Buffer.from(expected, 'base64url'))
  return stored !== null && matches
}

const dummyHash = `argon2id$${randomBytes(16).toString('base64url')}$${randomBytes(32).toString('base64url')}`

/** Runs work that hashes one password, with one of the permits. @throws Refusal if too many callers wait for one. */
export async function withHashPermit<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxConcurrent) {
    if (queue.length >= maxQueued) throw new Refusal('busy', 'Too many sign-ins at once. Retry in a moment.')
    await new Promise<void>((resolve) => queue.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    // The next waiting caller takes over the permit, so that no new caller can take it in between.
    const next = queue.shift()
    if (next) next()
    else running--
  }
}

const hashed = (password: string, nonce: Buffer): Promise<Buffer> =>
  derive('argon2id', { ...cost, message: password.normalize('NFKC'), nonce })
