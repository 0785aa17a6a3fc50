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
  const areAll =
    !hasVariables(parameters['response_format']) &&
    (template.type === 'completion'
      ? collectBlocks(template.content, template.template_format, names)
      : !template.tools?.some(({ type }) => type === 'variable') &&
        template.messages.every(
          (message) =>
            message.role !== 'placeholder' &&
            isEach((collect) => mapCallArguments(message, [], collect), message.template_format, names) &&
            collectBlocks(message.content ?? [], message.template_format, names),
        ))
  return areAll ? [...names] : null
}

const collectBlocks = (blocks: readonly ContentBlock[], format: TemplateFormat, names: Set<string>) =>
  blocks.every(
    (block) =>
      block.type !== 'media_variable' &&
      !(block.type === 'image_url' && block.image_variable) &&
      isEach((collect) => mapBlockText(block, [], collect), format, names),
  )

/** True if each visited text is a text block that only inserts names, or has no variables. */
function isEach(
  walk: (collect: (text: string, loc: Loc) => string) => unknown,
  format: TemplateFormat,
  names: Set<string>,
): boolean {
  let areAll = true
  walk((text, loc) => {
    const substituted = substitutedNames(text, format)
    if (!substituted || (substituted.length > 0 && loc.at(-1) !== 'text')) areAll = false
    else for (const name of substituted) names.add(name)
    return text
  })
  return areAll
}

function hasVariables(schema: unknown): boolean {
  let has = false
  const setHas = () => {
    has = true
  }
  mapSchema(schema, [], { text: setHas, list: setHas, schema: setHas })
  return has
}
