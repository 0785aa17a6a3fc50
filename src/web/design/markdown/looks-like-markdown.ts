const signs = [
  /^#{1,6} \S/m,
  /^ {0,3}(?:```|~~~)/m,
  /\*\*\S[^*\n]*\*\*/,
  /^ *(?:[-*+]|\d{1,9}[.)]) \S[^\n]*\n\n? *(?:[-*+]|\d{1,9}[.)]) \S/m,
  /^\|?[^\n|]+\|[^\n]*\n\|? *:?-+:? *\|/m,
  /\[[^\]\n]+\]\(https?:/,
]

/** Only the beginning of a text is searched for signs of Markdown. */
const searchedLength = 4_000

export const looksLikeMarkdown = (text: string): boolean => {
  const start = text.slice(0, searchedLength)
  return signs.some((sign) => sign.test(start))
}
