/** The words typed after Ctrl K while the app starts; null if Ctrl K was not pressed. */
let words: string | null = null

function listen(event: KeyboardEvent): void {
  if (document.getElementById('root')?.firstChild) {
    removeEventListener('keydown', listen, true)
    return
  }
  const isCommand = event.ctrlKey || event.metaKey
  if (isCommand && event.key.toLowerCase() === 'k') words = ''
  else if (words === null || isCommand || event.key.length !== 1) return
  else words += event.key
  event.preventDefault()
}
addEventListener('keydown', listen, true)

/** Returns the words to the first caller only, so that a second frame does not open the palette again. */
export function takeEarlyWords(): string | null {
  const early = words
  words = null
  return early
}
