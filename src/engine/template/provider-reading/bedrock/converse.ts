import { type Fields, fieldsOf, isFields } from '../../../json/fields.ts'
import type { Message, Tool } from '../../blueprint/index.ts'
import { field, listOf, pickPresent, valueAt, without } from '../common/json.ts'
import { roleOf, systemMessage } from '../common/message.ts'
import { gatherTurn, messagesOfPieces } from '../common/piece.ts'
import { chatTemplate } from '../common/template.ts'
import { type Choice, functionChoice, functionTool, readTools } from '../common/tool.ts'
import type { Dialect } from '../dialect.ts'
import { bedrockContent, bedrockPieces } from './block.ts'

const TEMPLATE_ARGUMENTS = ['messages', 'system', 'tool_config']

/** Amazon Bedrock's Converse. */
export const bedrockConverse: Dialect = {
  input(kwargs) {
    const system = bedrockContent(field(kwargs, 'system'))
    const opening = system.length > 0 ? [systemMessage(system)] : []
    const { tools, unread } = readTools(listOf(valueAt(kwargs, 'tool_config', 'tools')), specifiedTool)
    const sentChoice = valueAt(kwargs, 'tool_config', 'tool_choice')
    const choice = bedrockChoice(sentChoice)
    return {
      template: chatTemplate([...opening, ...listOf(field(kwargs, 'messages')).flatMap(turn)], {
        tools,
        tool_choice: choice,
      }),
      parameters: {
        ...without(kwargs, TEMPLATE_ARGUMENTS),
        ...unreadToolFields(unread, choice === null ? sentChoice : undefined),
      },
    }
  },

  output(response) {
    const message = valueAt(response, 'output', 'message')
    if (!isFields(message)) return null
    return chatTemplate(messagesOfPieces('assistant', bedrockPieces(field(message, 'content'))))
  },
}

/** Parts of toolConfig that a template cannot hold: cache points, unknown choices. */
function unreadToolFields(tools: unknown[], toolChoice: unknown): Fields {
  const toolConfig = pickPresent({ tools: tools.length > 0 ? tools : null, toolChoice }, [
    'tools',
    'toolChoice',
  ])
  return Object.keys(toolConfig).length > 0 ? { toolConfig } : {}
}

const turn = (raw: unknown): Message[] =>
  isFields(raw)
    ? gatherTurn(roleOf(field(raw, 'role')), bedrockPieces(field(raw, 'content')))
    : messagesOfPieces('user', bedrockPieces([raw]))

/** A `tool_spec`; its schema is nested one level deeper. */
function specifiedTool(raw: Fields): Tool | null {
  const spec = fieldsOf(field(raw, 'tool_spec'))
  const schema = valueAt(spec, 'input_schema', 'json')
  return functionTool({
    ...without(spec, ['input_schema']),
    ...(isFields(schema) ? { parameters: schema } : {}),
  })
}

function bedrockChoice(raw: unknown): Choice {
  if (isFields(field(raw, 'tool'))) return functionChoice(valueAt(raw, 'tool', 'name'))
  if (isFields(field(raw, 'any'))) return 'required'
  return isFields(field(raw, 'auto')) ? 'auto' : null
}
