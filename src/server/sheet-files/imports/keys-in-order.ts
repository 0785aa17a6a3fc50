/** The distinct keys of an object's text in written order: `Object.keys` puts integers first. */
export function keysInOrder(text: string): string[] {
  const keys = new Set<string>()
  let depth = 0
  let isKey = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (character === '"') {
      const end = endOfText(text, at)
      if (isKey) keys.add(JSON.parse(text.slice(at, end + 1)) as string)
      at = end
    } else if (opening.includes(character)) depth++
    else if (closing.includes(character)) depth--
    if (depth === 1 && '{,'.includes(character)) isKey = true
    else if (character === '"') isKey = false
  }
  return [...keys]
}

const opening = '{['
const closing = '}]'

/** Index of the quote that ends the string starting at `from`. */
function endOfText(text: string, from: number): number {
  let at = from + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}
