import { shortenForCell } from './cell-view.tsx'
import { widthWithin } from './measures.ts'

/** Pixels for the dot and the menu beside the title, or for a state mark beside the text. */
const titlePadding = 64
const textPadding = 40

/** The width at which the title and the visible values fit. */
export function fittingWidth(element: HTMLElement, title: string, texts: readonly string[]): number {
  const context = document.createElement('canvas').getContext('2d')!
  const { font } = getComputedStyle(element)
  context.font = font
  const widthOf = (text: string) => context.measureText(text).width
  const lines = texts.flatMap((text) => shortenForCell(text).split('\n'))
  const widest = Math.max(0, ...lines.map(widthOf)) + textPadding
  context.font = `500 ${font}`
  return widthWithin(Math.max(widthOf(title) + titlePadding, widest))
}
