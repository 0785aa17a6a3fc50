/** Plain values, exported apart from the views so that importers load none. */
export { blankChat, textBlock, textMessage } from './blank.ts'
export { connectionIn } from './connection-in.ts'
export { isBlank } from './is-blank.ts'
export { metadataOf } from './metadata-of.ts'
