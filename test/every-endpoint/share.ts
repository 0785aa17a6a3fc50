import { type Endpoint, type EndpointName, endpoints } from '../../src/contract/index.ts'

/**
 * Number of files that test a share of the endpoints each, so that they run in parallel and none takes
 * minutes.
 */
export const shares = 4

export const shareOf = (share: number): readonly (readonly [EndpointName, Endpoint])[] =>
  (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
    (_entry, index) => index % shares === share,
  )
