/**
 * Forms of tools and schemas. Most prompts have neither, so the forms are loaded with the first prompt that
 * does.
 */

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
