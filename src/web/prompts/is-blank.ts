import type { ContentBlock, PromptTemplate } from '../../engine/template/blueprint/index.ts'

const isBlankContent = (content: readonly ContentBlock[] | null | undefined): boolean =>
  (content ?? []).every((block) => block.type === 'text' && block.text.trim() === '')

/** True if no message has content, a tool call or a name. */
export const isBlank = (template: PromptTemplate): boolean =>
  template.type === 'completion'
    ? isBlankContent(template.content)
    : template.messages.every(
        ({ content, tool_calls, name }) =>
          isBlankContent(content) && !(tool_calls as unknown[])?.length && !name,
      )
