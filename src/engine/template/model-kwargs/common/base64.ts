import { base64Alphabet } from '../../../base64-alphabet.ts'

/**
 * UTF-8 text from base64, or null if it is invalid. Written out because the engine has neither atob nor Buffer; text documents
 * are small.
 */
export const textOfBase64 = (base64: string): string | null => {
  const digits = base64.replace(/\s/g, '').replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/')
  const escaped: string[] = []
  let bits = 0
  let buffer = 0
  for (const digit of digits) {
    const value = base64Alphabet.indexOf(digit)
    if (value < 0) return null
    buffer = ((buffer << 6) | value) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    escaped.push(`%${((buffer >> bits) & 0xff).toString(16).padStart(2, '0')}`)
  }
  try {
    return decodeURIComponent(escaped.join(''))
  } catch {
    return null
  }
}
