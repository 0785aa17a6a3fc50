import type { ContentBlock, Message, PromptTemplate, TemplateFormat } from './blueprint/index.ts'
import { type Loc, mapBlockText, mapCallArguments } from './map-texts.ts'
import { namesIn } from './names.ts'
import { schemaVariables } from './schema.ts'

export { schemaVariables }

type Names = Set<string>

function collector(names: Names, format: TemplateFormat) {
  return (text: string, loc: Loc): string => {
    for (const name of namesIn(text, format, loc)) names.add(name)
    return text
  }
}

function contentNames(
  blocks: readonly ContentBlock[] | null | undefined,
  format: TemplateFormat,
  loc: Loc,
): Names {
  const names: Names = new Set()
  const collect = collector(names, format)
  for (const [index, block] of (blocks ?? []).entries()) {
    mapBlockText(block, [...loc, index], collect)
    if (block.type === 'image_url' && block.image_variable) names.add(block.image_variable)
    if (block.type === 'media_variable') names.add(block.name)
  }
  return names
}

function messageNames(message: Message, loc: Loc): string[] {
  if (message.role === 'placeholder') return [message.name]
  const names = contentNames(message.content, message.template_format, [...loc, 'content'])
  mapCallArguments(message, loc, collector(names, message.template_format))
  return [...names]
}

/**
 * Recomputes every `input_variables`: of each message, and of the template as their union, in order of first appearance. Names
 * come from text blocks, image and media URLs, `image_variable`, `media_variable`, placeholder names, call arguments, variable
 * tools and, with `parameters`, from the response format. Declared names that appear nowhere are dropped, so that the list
 * never goes stale.
 * Source: reference 4.7 ("the list of names found in the text").
 * @throws Refusal 'invalid' if a text does not parse; `data.loc` starts at the template.
 */
export function withInputVariables(
  template: PromptTemplate,
  parameters: Readonly<Record<string, unknown>> = {},
): PromptTemplate {
  const schemaNames = schemaVariables(parameters)
  if (template.type === 'completion') {
    const names = contentNames(template.content, template.template_format, ['content'])
    return { ...template, input_variables: [...new Set([...names, ...schemaNames])] }
  }
  const messages = template.messages.map((message, index) => ({
    ...message,
    input_variables: messageNames(message, ['messages', index]),
  }))
  const toolNames = (template.tools ?? []).flatMap((tool) => (tool.type === 'variable' ? [tool.name] : []))
  const namesOfMessages = messages.flatMap((message) => message.input_variables)
  return {
    ...template,
    messages,
    input_variables: [...new Set([...namesOfMessages, ...toolNames, ...schemaNames])],
  }
}
