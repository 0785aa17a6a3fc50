/** A door for plain values, which load no view. */
export { blankChat, textBlock, textMessage } from './blank.ts'
