import { isFaultName } from './faults/index.ts'
import { pixel } from './pixel.ts'
import { satisfying } from './satisfy-schema.ts'
import type { Question, Reply, Script } from './script.ts'

/**
 * The script of a fake that nobody gave one: it says back what it was told, calls the first tool that it is
 * offered, and satisfies the schema that it is given. `[refuse]` and `[fault <name>]` in the last message do
 * what they say, so that whoever tries Galley by hand can also see it fail.
 */
export const echo: Script = (question) => {
  const fault = /\[fault ([a-z_0-9]+)\]/.exec(question.text)?.[1]
  if (fault && isFaultName(fault)) return fault
  const others = Array.from({ length: question.choices - 1 }, (_, at) => choice(question, ` (${at + 2})`))
  return { ...choice(question, ''), ...(others.length > 0 && { others }) }
}

function choice(question: Question, suffix: string): Reply {
  const { text, tools, schema } = question
  if (text.includes('[refuse]')) return { refusal: `I will not do that.${suffix}` }
  if (question.wantsImage) return { images: [pixel] }
  const thought = question.thinks ? { thinking: `They said ${text.length} characters.` } : {}
  const [tool] = tools
  if (tool && !question.isToolResult)
    return { ...thought, toolCalls: [{ name: tool.name, arguments: satisfying(tool.parameters) }] }
  if (schema !== null) return { ...thought, text: JSON.stringify(satisfying(schema)) }
  return { ...thought, text: `${question.isToolResult ? 'The tool said' : 'You said'}: ${text}${suffix}` }
}
