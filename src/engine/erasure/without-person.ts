const texts = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

export const erasedText = 'Deleted with a person.'

/** Replaces strings of a JSON text that name the person by a fixed text, and such numbers by 0. */
export const withoutPerson = (json: string, isNamed: (text: string) => boolean): string =>
  json.replace(texts, (part) => {
    if (!isNamed(part)) return part
    return part.startsWith('"') ? JSON.stringify(erasedText) : '0'
  })
