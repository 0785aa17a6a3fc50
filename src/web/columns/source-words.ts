import { createContext } from 'react'

interface Words {
  readonly choose: string
  /** Adapts a label or hint of a form, which is written for columns. */
  readonly worded: (text: string) => string
}

const ofColumns: Words = { choose: 'Choose a column', worded: (text) => text }

/** Configs of workflows read nodes and input variables in place of columns. */
export const ofNodes: Words = {
  choose: 'Choose a node or input',
  worded: (text) => text.replaceAll('column', 'source').replaceAll('Column', 'Source'),
}

export const SourceWords = createContext(ofColumns)
