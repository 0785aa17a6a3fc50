import { lazy } from 'react'

/** Few templates have variables whose values are files. */
export const LazyMediaValue = lazy(async () => ({ default: (await import('./media-value.tsx')).MediaValue }))
