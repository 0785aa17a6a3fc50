import { FileUp, MessageSquareText, ScrollText, Table2 } from '../../icons/index.ts'

/** The ways to start a table. */
export const starts = {
  prompt: {
    name: 'From a prompt',
    about: 'Its variables become columns, and it answers each row.',
    Icon: MessageSquareText,
  },
  requests: {
    name: 'From requests',
    about: 'Logged requests become rows, with inputs, answers and numbers.',
    Icon: ScrollText,
  },
  file: {
    name: 'From a file',
    about: 'Rows of a CSV, Excel, JSON or JSON lines file, after a preview.',
    Icon: FileUp,
  },
  blank: { name: 'Blank', about: 'One column of text and one row.', Icon: Table2 },
} as const

export type Start = keyof typeof starts
export const startNames = Object.keys(starts) as readonly Start[]
