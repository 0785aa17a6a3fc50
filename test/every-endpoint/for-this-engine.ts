import type { Endpoint } from '../../src/contract/index.ts'
import { testEngine } from '../kit/engine.ts'
import { Raw } from './raw.ts'
import type { Content } from './request.ts'
import { places } from './schema.ts'

/**
 * True on one engine. Requests that the contract refuses never reach storage, so the other engine does not
 * test them.
 */
export const testsContract = testEngine() === 'sqlite'

/**
 * Whether a request is sent on this engine. Requests without contents have malformed addresses, which are
 * parsed before storage is read.
 */
export const isForThisEngine = (endpoint: Endpoint, content: Content | undefined): boolean =>
  testsContract || (content !== undefined && contractAccepts(endpoint, content))

const contractAccepts = (endpoint: Endpoint, content: Content): boolean =>
  places.every((place) => {
    const schema = endpoint[place]
    if (!schema || content[place] === undefined) return true
    const received = place === 'body' ? JSON.parse(Raw.stringify(content.body)) : inAddress(content[place])
    return schema.safeParse(received).success
  })

/** Converts values to texts, because addresses hold only text. */
const inAddress = (values: unknown) =>
  Object.fromEntries(
    Object.entries(values as object).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(String) : String(value),
    ]),
  )
