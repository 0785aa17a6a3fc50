import { z } from 'zod'
import { boundedList, boundedRecord } from '../../bounded.ts'
import { maxBlocks, maxFields, maxItems, maxTools } from '../../limits.ts'

/**
 * Content blocks: the parts of a message, discriminated by `type`. Unknown keys are kept, because callers mark blocks for
 * provider features (cache markers) under undocumented names.
 * Source: reference 4.4 and 4.5.
 */

const block = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.looseObject({ type: z.literal(type), ...shape })

const nullableText = z.string().nullish().default(null)
const anyObject = boundedRecord(z.unknown(), maxFields)
const errorDetail = z.union([z.string(), anyObject]).nullish().default(null)

export const UrlCitation = block('url_citation', {
  title: z.string(),
  url: z.string(),
  start_index: z.int(),
  end_index: z.int(),
  cited_text: nullableText,
  encrypted_index: nullableText,
})

export const FileCitation = block('file_citation', {
  index: z.int(),
  file_id: z.string(),
  filename: z.string(),
})

export const MapCitation = block('map_citation', {
  title: z.string(),
  url: z.string(),
  place_id: nullableText,
  start_index: z.int(),
  end_index: z.int(),
  cited_text: nullableText,
})

export const ContainerFileCitation = block('container_file_citation', {
  container_id: z.string(),
  start_index: z.int().nullish().default(null),
  end_index: z.int().nullish().default(null),
  filename: nullableText,
  file_id: nullableText,
})

export const Annotation = z
  .discriminatedUnion('type', [UrlCitation, FileCitation, MapCitation, ContainerFileCitation])
  .meta({ id: 'Annotation' })

export const TextBlock = block('text', {
  text: z.string(),
  id: nullableText,
  annotations: boundedList(Annotation, maxItems).nullish().default(null),
  thought_signature: nullableText,
})

export const ThinkingBlock = block('thinking', {
  thinking: z.string(),
  signature: nullableText,
  id: nullableText,
})

export const CodeBlock = block('code', { code: z.string(), id: nullableText, container_id: nullableText })

export const ImageBlock = block('image_url', {
  image_url: z.looseObject({ url: z.string(), detail: z.string().nullish() }),
  image_variable: nullableText,
})

export const MediaBlock = block('media', {
  media: z.looseObject({
    title: z.string().default('media'),
    type: z.string().nullish().default('image/jpeg'),
    url: nullableText,
    format: z.enum(['base64', 'url', 'neither']).default('neither'),
  }),
})

export const MediaVariableBlock = block('media_variable', { name: z.string() })

export const OutputMediaBlock = block('output_media', {
  id: nullableText,
  url: z.string(),
  mime_type: z.string().default('image/png'),
  media_type: z.enum(['image', 'video', 'audio']).default('image'),
  provider_metadata: anyObject.nullish().default(null),
})

export const ServerToolUseBlock = block('server_tool_use', {
  id: z.string(),
  name: z.string(),
  input: anyObject.default({}),
})

const WebSearchResult = z.looseObject({
  type: z.literal('web_search_result').default('web_search_result'),
  url: z.string().default(''),
  title: z.string().default(''),
  encrypted_content: z.string().default(''),
  page_age: nullableText,
})

export const WebSearchToolResultBlock = block('web_search_tool_result', {
  tool_use_id: z.string(),
  content: boundedList(WebSearchResult, maxItems).default([]),
})

export const CodeExecutionResultBlock = block('code_execution_result', {
  output: z.string(),
  outcome: z.string().default('OUTCOME_OK'),
})

export const McpListToolsBlock = block('mcp_list_tools', {
  id: nullableText,
  server_label: z.string().default(''),
  tools: boundedList(anyObject, maxTools).default([]),
  error: errorDetail,
})

export const McpCallBlock = block('mcp_call', {
  id: nullableText,
  name: z.string().default(''),
  server_label: z.string().default(''),
  arguments: z.string().default(''),
  output: nullableText,
  error: errorDetail,
  approval_request_id: nullableText,
})

export const McpApprovalRequestBlock = block('mcp_approval_request', {
  id: nullableText,
  name: z.string().default(''),
  arguments: z.string().default(''),
  server_label: z.string().default(''),
})

export const McpApprovalResponseBlock = block('mcp_approval_response', {
  approval_request_id: z.string(),
  approve: z.boolean(),
})

export const BashResultBlock = block('bash_code_execution_tool_result', {
  tool_use_id: z.string(),
  content: anyObject.default({}),
})

export const TextEditorResultBlock = block('text_editor_code_execution_tool_result', {
  tool_use_id: z.string(),
  content: anyObject.default({}),
})

const callIds = { id: nullableText, call_id: nullableText, status: nullableText }

export const ShellCallBlock = block('shell_call', { ...callIds, action: anyObject.default({}) })
export const ShellCallOutputBlock = block('shell_call_output', {
  ...callIds,
  output: boundedList(anyObject, maxItems).default([]),
})
export const ApplyPatchCallBlock = block('apply_patch_call', { ...callIds, operation: anyObject.default({}) })
export const ApplyPatchCallOutputBlock = block('apply_patch_call_output', {
  ...callIds,
  output: nullableText,
})

export const ContentBlock = z
  .discriminatedUnion('type', [
    TextBlock,
    ThinkingBlock,
    CodeBlock,
    ImageBlock,
    MediaBlock,
    MediaVariableBlock,
    OutputMediaBlock,
    ServerToolUseBlock,
    WebSearchToolResultBlock,
    CodeExecutionResultBlock,
    McpListToolsBlock,
    McpCallBlock,
    McpApprovalRequestBlock,
    McpApprovalResponseBlock,
    BashResultBlock,
    TextEditorResultBlock,
    ShellCallBlock,
    ShellCallOutputBlock,
    ApplyPatchCallBlock,
    ApplyPatchCallOutputBlock,
  ])
  .meta({ id: 'ContentBlock' })
export type ContentBlock = z.output<typeof ContentBlock>
export type Annotation = z.output<typeof Annotation>

/** Content is always a list of blocks; the message says so, since a plain string is the usual mistake. */
export const ContentBlocks = boundedList(ContentBlock, maxBlocks, {
  error: (issue) =>
    typeof issue.input === 'string'
      ? 'content must be an array of content blocks, not a plain string; wrap the text as [{"type": "text", "text": "..."}]'
      : undefined,
})
