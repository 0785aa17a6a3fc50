/** UTF-8 text from base64 in either alphabet, or null if it is invalid. The engine has no TextDecoder. */
export function textOfBase64(base64: string): string | null {
  const digits = base64
    .replace(/[=\s]+$/, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  try {
    return decodeURIComponent(Uint8Array.fromBase64(digits).toHex().replace(/../g, '%$&'))
  } catch {
    return null
  }
}
