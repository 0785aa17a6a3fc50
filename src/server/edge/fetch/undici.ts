import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

/** Loaded by the first call to the outside: it takes 26 MB that a server which calls nobody does not need. */
export const undici = (): typeof import('undici') => load('undici') as typeof import('undici')
