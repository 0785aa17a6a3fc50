import { type Fields, fieldsOf, isFields } from '../../../json/fields.ts'
import { type ChatTemplate, Tool } from '../../blueprint/index.ts'
import { field, text, without } from './json.ts'

export type Choice = ChatTemplate['tool_choice']

/** Tools of the template, and provider objects that it cannot hold. */
export interface ToolList {
  tools: Tool[]
  unread: unknown[]
}

/** A function tool; `schema` is the provider's key for the parameters. */
export function functionTool(raw: Fields, schema = 'parameters'): Tool | null {
  const parameters = field(raw, schema)
  const strict = field(raw, 'strict')
  return toolOf({
    type: 'function',
    function: {
      ...without(raw, [schema, 'strict', 'type']),
      description: text(field(raw, 'description')),
      ...(typeof strict === 'boolean' ? { strict } : {}),
      ...(isFields(parameters) ? { parameters } : {}),
    },
  })
}

/** A tool that the provider runs; `config` is the provider's object. */
export const builtInTool = (provider: string, type: string, config: Fields, name = type): Tool | null =>
  toolOf({ id: name, name, description: '', provider, type, config })

export function readTools(list: unknown[], read: (tool: Fields) => Tool | null): ToolList {
  const result: ToolList = { tools: [], unread: [] }
  for (const raw of list) {
    const tool = read(fieldsOf(raw))
    if (tool === null) result.unread.push(raw)
    else result.tools.push(tool)
  }
  return result
}

export const functionChoice = (name: unknown): Choice => ({
  type: 'function',
  function: { name: text(name) },
})

/** Tools and choice that were not read, as arguments. */
export const unreadArguments = (unread: unknown[], choice: Choice, sentChoice: unknown): Fields => ({
  ...(unread.length > 0 ? { tools: unread } : {}),
  ...(choice === null && sentChoice !== undefined && sentChoice !== null ? { tool_choice: sentChoice } : {}),
})

function toolOf(raw: Fields): Tool | null {
  const parsed = Tool.safeParse(raw)
  return parsed.success ? parsed.data : null
}
