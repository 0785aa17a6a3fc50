import { isFields } from '../../json/fields.ts'
import { field, parsed, withoutMissing } from './fields.ts'

/** The tools of a call, in the form of OpenAI's chat API; tools other than functions are unchanged. */
export function toolsOf(raw: unknown): unknown[] {
  const list = parsed(raw)
  if (!Array.isArray(list)) return []
  return list.flatMap((item) => declaredIn(parsed(item))).map(toolOf)
}

/** Google declares several functions in one tool. */
function declaredIn(tool: unknown): readonly unknown[] {
  const declared = field(tool, 'function_declarations', 'functionDeclarations')
  return Array.isArray(declared) ? declared.map(parsed) : [tool]
}

function toolOf(tool: unknown): unknown {
  if (!isFields(tool)) return tool
  const schema = parsed(field(tool, 'json_schema', 'tool.json_schema')) ?? tool
  const described = field(schema, 'toolSpec') ?? schema
  if (isFields(field(described, 'function'))) return described
  const name = field(described, 'name')
  const type = field(described, 'type')
  if (typeof name !== 'string' || (type !== undefined && type !== 'function')) return described
  const input = parsed(
    field(
      described,
      ...['parameters', 'inputSchema', 'input_schema', 'args_schema', 'schema'],
      ...['parameters_json_schema', 'parametersJsonSchema'],
    ),
  )
  // Bedrock's tools have their schema in `json`.
  const parameters = described === schema ? input : (field(input, 'json') ?? input)
  const description = field(described, 'description')
  const strict = field(described, 'strict')
  return { type: 'function', function: withoutMissing({ name, description, parameters, strict }) }
}

/** The tool choice, as text or in OpenAI's form. */
export function toolChoiceOf(raw: unknown): unknown {
  const choice = parsed(raw)
  if (!isFields(choice)) return choice
  const name = field(choice, 'toolName') ?? field(field(choice, 'function'), 'name') ?? field(choice, 'name')
  if (typeof name === 'string') return { type: 'function', function: { name } }
  return field(choice, 'type') ?? choice
}
