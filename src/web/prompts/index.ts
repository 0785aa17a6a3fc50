import { lazy } from 'react'

export { blankChat } from './blank.ts'
export { promptChoicesQuery } from './choices.ts'
export { editorLook } from './editor/look.ts'
export { ParameterList } from './editor/parameter-list.tsx'
export { useNames } from './editor/use-names.ts'
export { providerChoices } from './providers.ts'

/** Two texts against each other. */
export const LazyDiffView = lazy(async () => ({
  default: (await import('./compare/diff-view.tsx')).DiffView,
}))

/** The messages of a template, for forms that hold one; it comes with its text editor. */
export const LazyTemplateEditor = lazy(async () => ({
  default: (await import('./editor/template-editor.tsx')).TemplateEditor,
}))
