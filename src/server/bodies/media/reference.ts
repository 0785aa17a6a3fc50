/** A reference replaces base64 in a stored body: this prefix and the hash. It is valid inside a JSON string. */
export const referencePrefix = 'galley-media:'
/** Characters of a SHA-256 in hexadecimal digits. */
export const hashLength = 64
