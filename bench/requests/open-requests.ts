import type { ChosenSet } from '../kept-sets/bench-sets.ts'
import { openSet } from '../kept-sets/kept-set.ts'
import { loadRequests } from './load.ts'

/** A copy of the kept set of requests. */
export const openRequests = (set: ChosenSet) => openSet({ ...set, name: 'requests', load: loadRequests })
