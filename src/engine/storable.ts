/** Text as every engine can hold it. The original keeps what is replaced here: NUL and unpaired surrogates. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD')
}

export const storableOrNull = (text: string | null | undefined): string | null =>
  text == null ? null : storable(text)
