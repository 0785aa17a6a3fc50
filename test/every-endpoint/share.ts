import { type Endpoint, type EndpointName, endpoints } from '../../src/contract/index.ts'

/** Files that each take a share run beside each other, and none of them takes minutes. */
export const shares = 4

export const shareOf = (share: number): readonly (readonly [EndpointName, Endpoint])[] =>
  (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
    (_entry, index) => index % shares === share,
  )
