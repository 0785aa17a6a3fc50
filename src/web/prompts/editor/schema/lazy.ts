/**
 * Forms of tools and schemas. Most prompts have neither, so the forms are loaded with the first prompt that
 * does.
 */

import { lazyScreen } from '../../../shell/index.ts'

export const FunctionTool = lazyScreen(() => import('./function-tool.tsx'), 'FunctionTool')

export const RegistryTool = lazyScreen(() => import('./registry-tool.tsx'), 'RegistryTool')

export const FormatEditor = lazyScreen(() => import('./format-editor.tsx'), 'FormatEditor')
