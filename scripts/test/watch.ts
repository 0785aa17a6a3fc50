import type { FileEvent } from './reporter.ts'

/** Receives the events of test files while they run. */
export interface Watch {
  /** Called again when a file is run again. */
  begin(file: string): void
  event(file: string, event: FileEvent): void
  end(file: string): void
  print(text: string): void
}

export const silent: Watch = { begin: () => {}, event: () => {}, end: () => {}, print: console.log }
