import { openSet, type Wanted } from '../kept-sets/kept-set.ts'
import { loadRequests } from './load.ts'

export type WantedRequests = Omit<Wanted, 'name' | 'load'>

/** A copy of the kept set of requests. */
export const openRequests = (set: WantedRequests) => openSet({ ...set, name: 'requests', load: loadRequests })
