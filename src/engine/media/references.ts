const reference = /galley-media:([0-9a-f]{64})/g

/** The different hashes of media that a part of a body refers to, in order. */
export const referencedMedia = (part: unknown): string[] => [
  ...new Set(Array.from(JSON.stringify(part ?? null).matchAll(reference), ([, hash]) => hash!)),
]
