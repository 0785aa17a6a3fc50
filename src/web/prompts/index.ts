/** Screens of prompts: list, editor, comparison, runs, releases, code samples. */

import { lazy } from 'react'
import { loadPart } from '../design/index.ts'

export { blankChat } from './blank.ts'
export { marking } from './editor/marks.ts'
export { useEditor } from './editor/use-editor.ts'
export { useVariableNames } from './editor/use-variable-names.ts'
export { LabelBadge } from './label-badge.tsx'
export { protectedLabelsQuery } from './release/queries.ts'

/** The messages of a template, for other forms; loads the text editor. */
export const LazyTemplateEditor = lazy(async () => ({
  default: (await loadPart(() => import('./editor/template-editor.tsx'))).TemplateEditor,
}))

/** The definition of a new function. */
export const LazyNewFunction = lazy(async () => ({
  default: (await loadPart(() => import('./editor/schema/new-function.tsx'))).NewFunction,
}))
