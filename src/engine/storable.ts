/** Text that both databases can store: NUL and unpaired surrogates are replaced. The original body keeps them. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD')
}

export const storableOrNull = (text: string | null | undefined): string | null =>
  text == null ? null : storable(text)
