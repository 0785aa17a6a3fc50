import { z } from 'zod'
import { clashErrors, endpointsOf, LabelName, textId } from '../kit/index.ts'
import { ToolIdentifier, ToolLabelBody } from './tools.ts'

const define = endpointsOf({ tags: ['tool-registry'] })
const versionNumber = z.int().positive()
const LabelOfTool = ToolIdentifier.extend({ label_id: textId('tool-label') })
const Answer = z.object({ success: z.literal(true), label: ToolLabelBody })

export const createToolLabel = define({
  id: 'create_tool_label',
  post: '/api/public/v2/tool-registry/{identifier}/labels',
  summary: 'Create a release label for a tool',
  role: 'publisher',
  params: ToolIdentifier,
  body: z.object({ name: LabelName, version_number: versionNumber }),
  success: { 201: Answer },
  errors: clashErrors,
  example: { params: { identifier: 'find_customer' }, body: { name: 'staging', version_number: 1 } },
})

export const moveToolLabel = define({
  id: 'move_tool_label',
  patch: '/api/public/v2/tool-registry/{identifier}/labels/{label_id}',
  summary: 'Point a release label of a tool at another version; templates use it at once',
  role: 'publisher',
  params: LabelOfTool,
  body: z.object({ version_number: versionNumber }),
  success: { 200: Answer },
  example: { params: { identifier: 'find_customer', label_id: 1 }, body: { version_number: 1 } },
})

export const deleteToolLabel = define({
  id: 'delete_tool_label',
  delete: '/api/public/v2/tool-registry/{identifier}/labels/{label_id}',
  summary: 'Delete a release label of a tool',
  role: 'publisher',
  params: LabelOfTool,
  success: { 200: z.object({ success: z.literal(true) }) },
  example: { params: { identifier: 'find_customer', label_id: 1 } },
})
