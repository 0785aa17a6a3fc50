export const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** A field's error as a sentence, with the field as its subject: "Commit message must not be empty". */
export function sentenceOf(path: string, message: string): string {
  const name = path.split('.').findLast((step) => !/^\d*$/.test(step)) ?? 'request'
  const subject = capitalized(name.replaceAll('_', ' '))
  if (message === 'Field required') return `${subject} is required`
  return /^(must|is|has|needs|cannot|applies|repeats) /i.test(message)
    ? `${subject} ${message.slice(0, 1).toLowerCase()}${message.slice(1)}`
    : capitalized(message)
}
