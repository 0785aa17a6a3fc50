import type { FileEvent } from './reporter.ts'

/** Gets what happens in test files while they run. */
export interface Watch {
  /** Called anew when a file runs anew. */
  begin(file: string): void
  event(file: string, event: FileEvent): void
  end(file: string): void
  print(text: string): void
}

export const silent: Watch = { begin: () => {}, event: () => {}, end: () => {}, print: console.log }
