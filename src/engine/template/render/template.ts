import type { Message, PromptTemplate } from '../blueprint/index.ts'
import { type Loc, mapCallArguments } from '../places.ts'
import { renderBlocks } from './blocks.ts'
import { placeholderMessages } from './placeholder.ts'
import { variableTools } from './tools.ts'
import { textRenderer, type Variables, variableValue } from './variables.ts'

/**
 * Renders the template with the variables. Each message uses its own format; placeholder messages, media and tool variables
 * become the lists that they name. Values are data and are not rendered again. A placeholder, media or tool variable without a
 * value stays, so that readers see what is missing. Tool definitions are not rendered, because no source says that they hold
 * variables.
 * Source: reference 4.4, 4.6, 4.7.
 * @throws Refusal 'template_error' for a text that fails to render or a value of a wrong shape; `data` is {message: index or
 * null, loc, line}.
 */
export function renderTemplate(template: PromptTemplate, variables: Variables): PromptTemplate {
  if (template.type === 'completion') {
    return {
      ...template,
      content: renderBlocks(template.content, template.template_format, ['content'], variables),
    }
  }
  return {
    ...template,
    messages: template.messages.flatMap((message, index) =>
      renderMessage(message, ['messages', index], variables),
    ),
    tools:
      template.tools?.flatMap((tool, index) => {
        const value = tool.type === 'variable' ? variableValue(variables, tool.name) : undefined
        return value === undefined ? [tool] : variableTools(value, ['tools', index])
      }) ?? null,
  }
}

function renderMessage(message: Message, loc: Loc, variables: Variables): Message[] {
  if (message.role === 'placeholder') {
    const value = variableValue(variables, message.name)
    return value === undefined ? [message] : placeholderMessages(value, message.name, loc)
  }
  const format = message.template_format
  const rendered = mapCallArguments(message, loc, textRenderer(format, variables))
  if (rendered.content == null) return [rendered]
  return [{ ...rendered, content: renderBlocks(rendered.content, format, [...loc, 'content'], variables) }]
}
