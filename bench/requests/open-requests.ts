import { openSet, type Wanted } from '../kept-sets/kept-set.ts'
import { loadRequests } from './load.ts'

export type WantedRequests = Omit<Wanted, 'name' | 'load'>

/** A copy of the kept set of requests. */
export const openRequests = (wanted: WantedRequests) =>
  openSet({ ...wanted, name: 'requests', load: loadRequests })
