/** Choosers of prompts and values without the text editor, for lists and the playground. */

import { lazy } from 'react'
import { loadPart } from '../design/index.ts'

export { ruleDraftOf } from './dynamic/rules.ts'
export { SplitBar, splitText } from './dynamic/split-bar.tsx'
export { firstModelQuery } from './editor/model/first-model.ts'
export { KeyNote } from './editor/model/key-note.tsx'
export { ProviderMismatch } from './editor/model/model-note.tsx'
export { ModelPicker } from './editor/model/model-picker.tsx'
export { RemovableModel } from './editor/model/removable-model.tsx'
export { ModelSection } from './editor/model-section.tsx'
export { useValidity } from './editor/use-validity.ts'

/** Messages, tools and response format; loads the text editor. */
export const LazyComposer = lazy(async () => ({
  default: (await loadPart(() => import('./editor/composer.tsx'))).Composer,
}))

/** A diff of two texts. */
export const LazyDiffView = lazy(async () => ({
  default: (await loadPart(() => import('./compare/diff-view.tsx'))).DiffView,
}))
