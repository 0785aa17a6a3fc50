/** Choosing and trying prompts: without the text editor, which lists and the playground need not load. */
import { lazy } from 'react'

export { writtenOf } from './dynamic/rules.ts'
export { SplitBar, splitText } from './dynamic/split-bar.tsx'
export { ModelSection } from './editor/model-section.tsx'
export { useValidity } from './editor/use-validity.ts'

/** Messages, tools and response format; it comes with its text editor. */
export const LazyComposer = lazy(async () => ({
  default: (await import('./editor/composer.tsx')).Composer,
}))

/** Two texts against each other. */
export const LazyDiffView = lazy(async () => ({
  default: (await import('./compare/diff-view.tsx')).DiffView,
}))
