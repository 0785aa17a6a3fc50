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

/** Gives the words once, so that a later frame does not open the palette again. */
export function takeEarlyWords(): string | null {
  const taken = words
  words = null
  return taken
}
