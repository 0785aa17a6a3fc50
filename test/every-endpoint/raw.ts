/** JSON text that is sent unchanged, because `JSON.stringify` cannot write it. */
export class Raw {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  static stringify(value: unknown): string {
    const raws: Raw[] = []
    const text = JSON.stringify(value, (_key, item: unknown) => {
      if (!(item instanceof Raw)) return item
      raws.push(item)
      return `raw JSON ${raws.length - 1}`
    })
    return text.replace(/"raw JSON (\d+)"/g, (_, index: string) => raws[Number(index)]!.text)
  }
}
