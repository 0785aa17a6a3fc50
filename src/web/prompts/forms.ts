/** Choosing and trying prompts: without the text editor, which lists and the playground need not load. */
import { lazy } from 'react'

export { ParameterList } from './editor/parameter-list.tsx'
export { providerChoices } from './providers.ts'

/** Two texts against each other. */
export const LazyDiffView = lazy(async () => ({
  default: (await import('./compare/diff-view.tsx')).DiffView,
}))
