import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

/** Loaded on first use, because it takes 26 MB. */
export const undici = (): typeof import('undici') => load('undici') as typeof import('undici')
