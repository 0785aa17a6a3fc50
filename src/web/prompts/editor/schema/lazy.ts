/** Forms of tools and schemas. Most prompts have neither; they come with the first that does. */

import { lazy } from 'react'
import { loadPart } from '../../../api/index.ts'

export const FunctionTool = lazy(async () => ({
  default: (await loadPart(() => import('./function-tool.tsx'))).FunctionTool,
}))

export const RegistryTool = lazy(async () => ({
  default: (await loadPart(() => import('./registry-tool.tsx'))).RegistryTool,
}))

export const FormatEditor = lazy(async () => ({
  default: (await loadPart(() => import('./format-editor.tsx'))).FormatEditor,
}))
