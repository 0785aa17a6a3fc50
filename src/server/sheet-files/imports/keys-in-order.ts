/** The distinct keys of an object in the order of its text, because `Object.keys` puts integers first. */
export function keysInOrder(text: string): string[] {
  const keys = new Set<string>()
  let depth = 0
  let isKey = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!
    if (character === '"') {
      const end = endOfText(text, index)
      if (isKey) keys.add(JSON.parse(text.slice(index, end + 1)) as string)
      index = end
    } else if (opening.includes(character)) depth++
    else if (closing.includes(character)) depth--
    if (depth === 1 && '{,'.includes(character)) isKey = true
    else if (character === '"') isKey = false
  }
  return [...keys]
}

const opening = '{['
const closing = '}]'

/** The index of the quote that ends the string which starts at `from`. */
function endOfText(text: string, from: number): number {
  let offset = from + 1
  while (text[offset] !== '"') offset += text[offset] === '\\' ? 2 : 1
  return offset
}
