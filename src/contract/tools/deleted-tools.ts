import { z } from 'zod'
import { deletedList } from '../kit/deleted-list.ts'
import { answer, Deleted, endpointsOf, namedErrors, nameText, textId } from '../kit/index.ts'
import { ToolIdentifier } from './tools.ts'

const path = '/api/public/v2/deleted-tools'
const define = endpointsOf({ tags: ['tool-registry'] })

export const deleteTool = define({
  id: 'delete_tool_registry',
  delete: '/api/public/v2/tool-registry/{identifier}',
  summary: 'Delete a tool with its versions and labels',
  description:
    'Prompts that refer to the tool run without it, with a warning. It can be restored for 30 days.',
  params: ToolIdentifier,
  success: { 200: Deleted },
  example: { params: { identifier: 'find_customer' } },
})

export const listDeletedTools = define({
  id: 'list_deleted_tools',
  get: path,
  summary: 'List tools that were deleted in the last 30 days, the latest first',
  ...deletedList('DeletedToolsResponse', 'tools', { id: z.int(), name: z.string() }),
})

export const restoreTool = define({
  id: 'restore_tool',
  post: `${path}/{tool_id}/restore`,
  summary: 'Restore a tool that was deleted in the last 30 days',
  description:
    'Restores it with its versions, labels, variables, and external ids that no other entity uses now. Prompts that ' +
    'refer to it have it again. If another tool has the name now, send a new `name`. A tool that is not deleted ' +
    'stays as it is.',
  params: z.object({ tool_id: textId('tool') }),
  body: z.strictObject({ name: nameText(512).nullish() }).default({}),
  success: { 200: answer('RestoredToolResponse', { tool: z.object({ id: z.int(), name: z.string() }) }) },
  errors: namedErrors,
  example: { params: { tool_id: 1 } },
})
