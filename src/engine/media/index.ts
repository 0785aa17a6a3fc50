/** Media in bodies: finds base64 and derives the media type from the bytes. */

export { minBase64, nextBase64 } from './base64-runs.ts'
export { isShownInline, mediaTypeOf, mediaTypes, unknownMedia } from './media-type.ts'
export { referencedMedia } from './references.ts'
