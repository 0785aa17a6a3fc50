import type { ContentBlock, PromptTemplate, TemplateFormat } from '../blueprint/index.ts'
import { type Loc, mapBlockText, mapCallArguments } from '../map-texts.ts'
import { mapSchema } from '../schema.ts'
import { substitutedNames } from '../text/index.ts'

/**
 * The variables of a template that only inserts them into text blocks; null if it uses them elsewhere (messages, media, tools,
 * URLs, call arguments, response format) or computes with them.
 * @throws TemplateTextError for invalid jinja2.
 */
export function slotsOf(
  template: PromptTemplate,
  parameters: Readonly<Record<string, unknown>>,
): readonly string[] | null {
  const names = new Set<string>()
  const onlyInserted =
    !hasVariables(parameters['response_format']) &&
    (template.type === 'completion'
      ? collectBlocks(template.content, template.template_format, names)
      : !template.tools?.some(({ type }) => type === 'variable') &&
        template.messages.every(
          (message) =>
            message.role !== 'placeholder' &&
            onlyInserts(
              (collect) => mapCallArguments(message, [], collect),
              message.template_format,
              names,
            ) &&
            collectBlocks(message.content ?? [], message.template_format, names),
        ))
  return onlyInserted ? [...names] : null
}

const collectBlocks = (blocks: readonly ContentBlock[], format: TemplateFormat, names: Set<string>) =>
  blocks.every(
    (block) =>
      block.type !== 'media_variable' &&
      !(block.type === 'image_url' && block.image_variable) &&
      onlyInserts((collect) => mapBlockText(block, [], collect), format, names),
  )

/** True if each visited text is a text block that only inserts names, or has no variables. */
function onlyInserts(
  walk: (collect: (text: string, loc: Loc) => string) => unknown,
  format: TemplateFormat,
  names: Set<string>,
): boolean {
  let onlyInserted = true
  walk((text, loc) => {
    const insertedNames = substitutedNames(text, format)
    if (!insertedNames || (insertedNames.length > 0 && loc.at(-1) !== 'text')) onlyInserted = false
    else for (const name of insertedNames) names.add(name)
    return text
  })
  return onlyInserted
}

function hasVariables(schema: unknown): boolean {
  let isFound = false
  const setFound = () => {
    isFound = true
  }
  mapSchema(schema, [], { text: setFound, list: setFound, schema: setFound })
  return isFound
}
