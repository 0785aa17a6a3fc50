import { shortened } from './cell-view.tsx'
import { widthWithin } from './measures.ts'

/** Beside the title stand a dot and the menu; beside a text maybe the sign of its state. */
const aroundTitle = 64
const aroundText = 40

/** So wide that the title and what is in view can be read whole. */
export function fittingWidth(element: HTMLElement, title: string, texts: readonly string[]): number {
  const context = document.createElement('canvas').getContext('2d')!
  const { font } = getComputedStyle(element)
  context.font = font
  const widthOf = (text: string) => context.measureText(text).width
  const lines = texts.flatMap((text) => shortened(text).split('\n'))
  const widest = Math.max(0, ...lines.map(widthOf)) + aroundText
  context.font = `500 ${font}`
  return widthWithin(Math.max(widthOf(title) + aroundTitle, widest))
}
