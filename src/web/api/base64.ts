/** Bytes as base64. The browser's own encoder accepts files of any size. */
export function base64Of(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).slice(String(reader.result).indexOf(',') + 1))
    reader.onerror = () => reject(new Error('The file cannot be read.'))
    reader.readAsDataURL(content)
  })
}
