import { createContext } from 'react'

interface Words {
  readonly choose: string
  /** Adapts a label or hint of a form, which is written for columns. */
  readonly adapt: (text: string) => string
}

const columnWords: Words = { choose: 'Choose a column', adapt: (text) => text }

/** Configs of workflows read nodes and input variables in place of columns. */
export const nodeWords: Words = {
  choose: 'Choose a node or input',
  adapt: (text) =>
    text
      .replaceAll('column', 'source')
      .replaceAll('Column', 'Source')
      .replace(/ (?:of|in|on) (?:the|each|every) row\b/g, ''),
}

export const SourceWords = createContext(columnWords)
