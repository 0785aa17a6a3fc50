import { isFaultName } from './faults/index.ts'
import { pixel } from './pixel.ts'
import type { Question, Reply } from './question.ts'
import { satisfying } from './satisfy-schema.ts'
import type { Script } from './script.ts'

/**
 * The default script. It repeats the question, calls the first offered tool, and satisfies a given schema.
 * `[refuse]` and `[fault <name>]` in the last message cause that failure, so that people can try failures by
 * hand.
 */
export const echo: Script = (question) => {
  const fault = /\[fault ([a-z_0-9]+)\]/.exec(question.text)?.[1]
  if (fault && isFaultName(fault)) return fault
  const others = Array.from({ length: question.choices - 1 }, (_, index) =>
    choice(question, ` (${index + 2})`),
  )
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
