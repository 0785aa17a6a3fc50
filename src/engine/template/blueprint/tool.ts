import { z } from 'zod'
import { boundedRecord } from '../../bounded.ts'
import { maxFields } from '../../limits.ts'

/** Tools and functions that a chat template offers to the model. Source: reference 4.6. */

export const FunctionDefinition = z.looseObject({
  name: z.string(),
  description: z.string().nullish().default(''),
  strict: z.boolean().nullish().default(false),
  parameters: boundedRecord(z.unknown(), maxFields).default({ type: 'object', properties: {} }),
})
export type FunctionDefinition = z.output<typeof FunctionDefinition>

export const FunctionTool = z.looseObject({ type: z.literal('function'), function: FunctionDefinition })
export type FunctionTool = z.output<typeof FunctionTool>

export const BuiltInTool = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  provider: z.string(),
  type: z.enum([
    'web_search',
    'file_search',
    'code_interpreter',
    'image_generation',
    'google_maps',
    'url_context',
    'mcp',
    'bash',
    'shell',
    'apply_patch',
    'text_editor',
  ]),
  config: boundedRecord(z.unknown(), maxFields),
})
export type BuiltInTool = z.output<typeof BuiltInTool>

/** A reference to a registry tool, replaced by the tool's definition when the template is read. */
export const RegistryTool = z.looseObject({
  type: z.literal('registry'),
  tool_registry_id: z.int(),
  label: z.string().nullish(),
  version_number: z.int().positive().nullish(),
})
export type RegistryTool = z.output<typeof RegistryTool>

/** Replaced by the list of functions in the input variable `name`. */
export const VariableTool = z.looseObject({ type: z.literal('variable'), name: z.string() })
export type VariableTool = z.output<typeof VariableTool>

export const Tool = z
  .discriminatedUnion('type', [FunctionTool, BuiltInTool, RegistryTool, VariableTool])
  .meta({ id: 'Tool' })
export type Tool = z.output<typeof Tool>

export const ToolChoice = z.looseObject({
  type: z.literal('function'),
  function: z.looseObject({ name: z.string() }),
})
