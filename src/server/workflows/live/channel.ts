import { channelPattern } from '../../../contract/index.ts'

/** The parts of a channel's name. */
export type Channel = RunChannel | { readonly kind: 'sheet'; readonly sheet: string }

export type RunChannel =
  | { readonly kind: 'run'; readonly run: number }
  | { readonly kind: 'suffix'; readonly workflow: number; readonly suffix: string }

/** Parses the name of a channel of the SDKs; null for any other name. */
export function readChannel(name: string): Channel | null {
  const { run, workflow, suffix, sheet } = channelPattern.exec(name)?.groups ?? {}
  if (run !== undefined) return { kind: 'run', run: Number(run) }
  if (sheet !== undefined) return { kind: 'sheet', sheet: sheet.toLowerCase() }
  if (workflow === undefined) return null
  return { kind: 'suffix', workflow: Number(workflow), suffix: suffix! }
}
