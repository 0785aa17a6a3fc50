/** Stands in a stored body where base64 was, followed by the hash. Valid inside a JSON string. */
export const referencePrefix = 'galley-media:'
/** Characters of a SHA-256 in hexadecimal digits. */
export const hashLength = 64
