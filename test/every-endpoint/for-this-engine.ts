import type { Endpoint } from '../../src/contract/index.ts'
import { testEngine } from '../kit/engine.ts'
import { Raw } from './raw.ts'
import type { Content } from './request.ts'
import { places } from './schema.ts'

/** What the contract refuses never meets storage: one engine's run asks about it, for both. */
export const asksContract = testEngine() === 'sqlite'

/** A request without contents is one that no client would write: its address is taken apart before anything is looked up. */
export const isForThisEngine = (endpoint: Endpoint, content: Content | undefined): boolean =>
  asksContract || (content !== undefined && contractTakes(endpoint, content))

const contractTakes = (endpoint: Endpoint, content: Content): boolean =>
  places.every((place) => {
    const schema = endpoint[place]
    if (!schema || content[place] === undefined) return true
    const received = place === 'body' ? JSON.parse(Raw.stringify(content.body)) : inAddress(content[place])
    return schema.safeParse(received).success
  })

/** In an address there are texts alone. */
const inAddress = (values: unknown) =>
  Object.fromEntries(
    Object.entries(values as object).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(String) : String(value),
    ]),
  )
