export const base64Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The six bits of a character of either alphabet, by character code; -1 for other characters of ASCII. */
export const base64Bits = new Int8Array(128).fill(-1)
for (const [bits, character] of Array.from(base64Alphabet).entries())
  base64Bits[character.charCodeAt(0)] = bits
base64Bits['-'.charCodeAt(0)] = 62
base64Bits['_'.charCodeAt(0)] = 63
