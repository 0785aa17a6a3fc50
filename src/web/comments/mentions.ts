export interface Member {
  readonly id: string
  readonly name: string
}

/** The prefix of a name between an @ and the caret, and the position of the @. */
export interface MentionStart {
  readonly position: number
  readonly prefix: string
}

/** The mention that is being typed; null if there is none. */
export function mentionBefore(text: string, caret: number): MentionStart | null {
  const match = /(?:^|[\s(])@([^@\n]{0,60})$/u.exec(text.slice(0, caret))
  return match ? { position: caret - match[1]!.length - 1, prefix: match[1]! } : null
}

/** Members with a word of their name that begins with the prefix; best matches first. */
export function membersBeginning(members: readonly Member[], beginning: string, max: number): Member[] {
  const prefix = beginning.toLocaleLowerCase('en')
  const starts = (text: string) => text.toLocaleLowerCase('en').startsWith(prefix)
  const whole = members.filter(({ name }) => starts(name))
  const byWord = members.filter(
    (member) => !whole.includes(member) && member.name.split(/[\s.@-]+/).some(starts),
  )
  return [...whole, ...byWord].slice(0, max)
}

/** The members whose names follow an @. If several names match, the longest counts. */
export function mentionedIn(text: string, members: readonly Member[]): Member[] {
  const parts = partsOf(
    text,
    members.map(({ name }) => name),
  )
  const mentionedNames = new Set(parts.filter(({ isMention }) => isMention).map((part) => part.text.slice(1)))
  return members.filter(({ name }) => mentionedNames.has(name))
}

export interface TextPart {
  readonly text: string
  readonly isMention: boolean
}

/** The text split at the mentions of these names. */
export function partsOf(text: string, names: readonly string[]): TextPart[] {
  const longestFirst = [...names].sort((a, b) => b.length - a.length)
  const parts: TextPart[] = []
  let from = 0
  for (let offset = text.indexOf('@'); offset !== -1; offset = text.indexOf('@', offset + 1)) {
    const name = longestFirst.find((name) => text.startsWith(name, offset + 1))
    if (offset < from || name === undefined) continue
    if (offset > from) parts.push({ text: text.slice(from, offset), isMention: false })
    from = offset + 1 + name.length
    parts.push({ text: text.slice(offset, from), isMention: true })
  }
  if (from < text.length) parts.push({ text: text.slice(from), isMention: false })
  return parts
}
