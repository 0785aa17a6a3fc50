import type { Endpoint } from '../../src/contract/index.ts'
import { testEngine } from '../kit/engine.ts'
import { Raw } from './raw.ts'
import type { Content } from './request.ts'
import { places } from './schema.ts'

/** Requests that the contract refuses never reach storage, so one engine's run tests them. */
export const asksContract = testEngine() === 'sqlite'

/** Requests without contents are malformed on purpose: their address is parsed before any lookup. */
export const isForThisEngine = (endpoint: Endpoint, content: Content | undefined): boolean =>
  asksContract || (content !== undefined && contractTakes(endpoint, content))

const contractTakes = (endpoint: Endpoint, content: Content): boolean =>
  places.every((place) => {
    const schema = endpoint[place]
    if (!schema || content[place] === undefined) return true
    const received = place === 'body' ? JSON.parse(Raw.stringify(content.body)) : inAddress(content[place])
    return schema.safeParse(received).success
  })

/** Addresses hold text only. */
const inAddress = (values: unknown) =>
  Object.fromEntries(
    Object.entries(values as object).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(String) : String(value),
    ]),
  )
