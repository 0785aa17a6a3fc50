import {
  type ContentBlock,
  type Message,
  type PromptTemplate,
  type TemplateFormat,
  Tool,
} from '../blueprint/index.ts'
import { type Loc, mapBlockText, mapCallArguments } from '../map-texts.ts'
import { asTool } from '../tools/index.ts'
import { mediaBlocks } from './media.ts'
import { placeholderMessages } from './placeholder.ts'
import { templateError, textRenderer, type Variables, variableValue } from './variables.ts'

/** The rendered blocks; each media or image variable becomes one block for each entry. */
function renderBlocks(
  blocks: readonly ContentBlock[],
  format: TemplateFormat,
  loc: Loc,
  variables: Variables,
): ContentBlock[] {
  const render = textRenderer(format, variables)
  return blocks.flatMap((block, index) => {
    const blockLoc = [...loc, index]
    const name = variableName(block)
    const value = name === null ? undefined : variableValue(variables, name)
    if (name === null || value === undefined) return [mapBlockText(block, blockLoc, render)]
    const media = mediaBlocks(value, name, blockLoc)
    return block.type === 'image_url'
      ? media.map((medium) => withDetail(medium, block.image_url.detail))
      : media
  })
}

function variableName(block: ContentBlock): string | null {
  if (block.type === 'media_variable') return block.name
  return block.type === 'image_url' ? block.image_variable || null : null
}

/** An image from an `image_variable` gets the block's detail. */
function withDetail(block: ContentBlock, detail: string | null | undefined): ContentBlock {
  if (block.type !== 'image_url' || detail == null || block.image_url.detail != null) return block
  return { ...block, image_url: { ...block.image_url, detail } }
}

/**
 * The tools for a variable tool: a list of functions {name, description, parameters or input_schema}, or of complete tools; a
 * single one needs no list. Variable tools in the list are refused, so that a value cannot name another variable.
 * Source: reference 4.6.
 * @throws Refusal 'template_error' for other items.
 */
function variableTools(value: unknown, loc: Loc): Tool[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  return items.map((item, index) => {
    const parsed = Tool.safeParse(asTool(item))
    if (parsed.success && parsed.data.type !== 'variable') return parsed.data
    const reason = parsed.error?.issues[0]?.message ?? 'a variable cannot stand for another variable'
    throw templateError(`Item ${index} of the tools is not a tool: ${reason}`, loc)
  })
}

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
