const texts = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

export const erasedText = 'Deleted with a person.'

/** A text of JSON whose strings that name the person say so instead, and whose such numbers are 0. */
export const withoutPerson = (json: string, isNamed: (text: string) => boolean): string =>
  json.replace(texts, (part) => {
    if (!isNamed(part)) return part
    return part.startsWith('"') ? JSON.stringify(erasedText) : '0'
  })
